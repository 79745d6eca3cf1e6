# SPDX-License-Identifier: EUPL-1.2
"""What the tests of the packaging share."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HELM = ROOT / ".local/helm/helm"
CHART = ROOT / "Packaging/helm/wallet"


def helm(*words, fails=False):
    """Runs helm, which must succeed, or fail if `fails`; returns its output."""
    done = subprocess.run([str(HELM), *map(str, words)], capture_output=True, text=True)
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout + done.stderr if fails else done.stdout

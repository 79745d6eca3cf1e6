# SPDX-License-Identifier: EUPL-1.2
"""`make dist` packs the Kubernetes manifests, the same bytes each time, and refuses images of another version."""
import os
import shutil
import subprocess
import tarfile

import pytest
from conftest import ROOT, VERSION

ARCHIVE = f".local/dist/wallet-kubernetes-{VERSION}.tar.gz"


@pytest.fixture
def tree(tmp_path):
    """A repository with the files that Scripts/dist/make-kubernetes reads."""
    for path in ("Scripts/dist/make-kubernetes", "Scripts/dist/variables.sh", "Sources/Base/BuildInfo/BuildInfo.swift"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    shutil.copytree(ROOT / "Deployment/kubernetes", tmp_path / "Deployment/kubernetes")
    for words in (["init", "--quiet"], ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--allow-empty", "-m", "a"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def pack(tree):
    return subprocess.run([str(tree / "Scripts/dist/make-kubernetes")], capture_output=True, text=True)


def test_the_archive_has_every_manifest_and_is_the_same_each_time(tree):
    assert pack(tree).returncode == 0
    first = (tree / ARCHIVE).read_bytes()
    with tarfile.open(tree / ARCHIVE) as archive:
        files = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    assert files == {f"wallet-kubernetes-{VERSION}/{file.name}": file.read_bytes() for file in (ROOT / "Deployment/kubernetes").iterdir()}
    for file in (tree / "Deployment/kubernetes").iterdir():
        os.utime(file, (1, 1))
        file.chmod(0o600)
    assert pack(tree).returncode == 0
    assert (tree / ARCHIVE).read_bytes() == first


@pytest.mark.parametrize("image", ["registry.example/wallet-config", "registry.example/wallet-config:latest", "registry.example/wallet-config:0.0.9"])
def test_an_image_of_another_version_is_refused(tree, image):
    file = tree / "Deployment/kubernetes/config.yaml"
    text = file.read_text()
    file.write_text(text.replace(f"registry.example/wallet-config:{VERSION}", image))
    assert file.read_text() != text
    done = pack(tree)
    assert done.returncode != 0 and image in done.stdout and VERSION in done.stderr
    assert not (tree / ARCHIVE).exists()

# SPDX-License-Identifier: EUPL-1.2
"""A failed Python test is repeated once; only one that fails twice, or a fault that is no test's, fails the run."""
import os
import pathlib
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "Scripts/test-python"

# A test that fails as many times as the file beside it says. Afterwards it is skipped, if there is a file `skips`.
TESTS = """
import pathlib, pytest
@pytest.mark.parametrize("name", ["a b", "c"])
def test_it(name, tmp_path):
    file = pathlib.Path(__file__).with_name(name)
    left = int(file.read_text()) if file.exists() else 0
    file.write_text(str(left - 1))
    assert left <= 0
    if left == 0 and file.with_name("skips").exists():
        pytest.skip("no reason")
"""


@pytest.fixture
def play(tmp_path):
    (tmp_path / "test_play.py").write_text(TESTS)

    def play(source="", **times):
        for name, count in times.items():
            (tmp_path / name.replace("_", " ")).write_text(str(count))
        (tmp_path / "test_other.py").write_text(source)
        # Without the other plugins, which take seconds to load.
        plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
        (tmp_path / "tmp").mkdir()
        environment = {**os.environ, **plugins, "TEST_LOGS": str(tmp_path / "logs"), "TMPDIR": str(tmp_path / "tmp")}
        answer = subprocess.run([SCRIPT, "play", "-n", "2", tmp_path], env=environment, capture_output=True)
        assert list((tmp_path / "tmp").iterdir()) == []
        unstable = tmp_path / "logs/unstable.txt"
        return answer.returncode, unstable.read_text().splitlines() if unstable.exists() else []

    return play


def test_passing_tests_are_not_repeated(play):
    assert play() == (0, [])


def test_a_test_that_passes_when_repeated_is_unstable_and_fails_nothing(play):
    status, unstable = play(a_b=1)
    assert status == 0 and len(unstable) == 1 and unstable[0].endswith("test_play.py::test_it[a b]")


def test_a_test_that_fails_twice_fails_the_run_and_the_other_is_named(play):
    status, unstable = play(a_b=1, c=2)
    assert status == 1 and len(unstable) == 1 and unstable[0].endswith("test_play.py::test_it[a b]")


def test_a_test_that_is_skipped_when_repeated_fails_the_run(play):
    assert play(a_b=1, skips=0) == (1, [])


def test_a_file_that_cannot_be_imported_fails_the_run(play):
    status, unstable = play("import nothing_of_this_name")
    assert status != 0 and not unstable

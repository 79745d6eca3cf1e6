# SPDX-License-Identifier: EUPL-1.2
"""A failed Swift test is repeated once, alone; only one that fails twice fails the run. Here a small program writes the events of the tests."""
import contextlib
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import threading

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Scripts"))
import swift_tests

# Writes the events of two tests. The files beside it say how many more times a test fails or crashes, and how often the process ends with status 3.
PLAYER = """#!{python}
import json, pathlib, re, sys
place = pathlib.Path({place!r})
option = lambda name: sys.argv[sys.argv.index(name) + 1]
(place / "starts").open("a").write(" ".join(sys.argv[1:]) + "\\n")
events = open(option("--event-stream-output-path"), "a")
tell = lambda record, **payload: print(json.dumps({{"kind": record, "payload": payload}}), file=events, flush=True)
def left(name):
    file = place / name
    count = int(file.read_text()) if file.exists() else 0
    file.write_text(str(max(0, count - 1)))
    return count
tests = [f"M.S/`{{name}} it`()/F.swift:1:{{line}}" for line, name in enumerate(["first", "second"])]
tests = [test for test in tests if re.search(option("--filter"), test)]
for test in tests:
    tell("test", kind="function", id=test)
status = 0
for test in tests:
    name = re.search("`(\\\\w+)", test)[1]
    tell("event", kind="testStarted", testID=test)
    if left(name + ".crashes"):
        sys.exit(-11)
    if left(name + ".fails"):
        status = 1
        tell("event", kind="issueRecorded", testID=test, issue={{"isKnown": False}}, messages=[{{"symbol": "fail", "text": "expectation failed"}}])
    if left(name + ".known"):
        tell("event", kind="issueRecorded", testID=test, issue={{"isKnown": True}}, messages=[])
    tell("event", kind="testEnded", testID=test)
tell("event", kind="runEnded")
sys.exit(3 if left("ends.badly") else status)
"""


# Hangs, like the server that it starts. The pipe is open for writing as long as one of the two lives.
HANGING = """#!{python}
import signal, subprocess
pipe = open({pipe!r}, "w")
subprocess.Popen(["sleep", "300"], pass_fds=[pipe.fileno()])
print("started", file=pipe, flush=True)
signal.alarm(300)
signal.pause()
"""

# Runs Scripts/test-modules with another bundle and folder of logs.
MODULES = """
import pathlib, runpy, signal, sys
scripts, bundle, logs = map(pathlib.Path, sys.argv[1:4])
sys.path.insert(0, str(scripts))
import swift_tests
swift_tests.BUNDLE, swift_tests.LOGS = bundle, logs
# A shell starts its background commands without.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv[:4] = ["test-modules"]
runpy.run_path(str(scripts / "test-modules"), run_name="__main__")
"""


def write_bundle(folder, text):
    bundle = folder / "bundle"
    bundle.write_text(text)
    bundle.chmod(bundle.stat().st_mode | stat.S_IXUSR)
    return bundle


@contextlib.contextmanager
def running_modules(folder, bundle, *names):
    """Scripts/test-modules with these modules; `folder` has the logs."""
    command = [sys.executable, "-c", MODULES, pathlib.Path(swift_tests.__file__).parent, bundle, folder, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as runner:
        try:
            yield runner
        finally:
            runner.kill()


@pytest.fixture
def play(tmp_path, monkeypatch):
    bundle = write_bundle(tmp_path, PLAYER.format(python=sys.executable, place=str(tmp_path)))
    monkeypatch.setattr(swift_tests, "BUNDLE", bundle)
    monkeypatch.setattr(swift_tests, "LOGS", tmp_path)

    def play(tests="^M", **times):
        for name, count in times.items():
            (tmp_path / name.replace("_", ".")).write_text(str(count))
        count, problems, unstable, _ = swift_tests.run(swift_tests.Suite("M", tests, None, one_at_a_time=False), swift_tests.Lanes())
        return count, problems, unstable, (tmp_path / "starts").read_text().splitlines()

    return play


def test_passing_tests_run_once(play):
    count, problems, unstable, starts = play(first_known=1)
    assert (count, problems, unstable, len(starts)) == (2, [], [], 1)


def test_a_test_that_passes_alone_is_unstable_and_fails_nothing(play):
    _, problems, unstable, starts = play(second_fails=1)
    assert (problems, unstable, len(starts)) == ([], ["M.S/`second it`()"], 2)
    assert "--no-parallel" in starts[1] and "first" not in starts[1]


def test_a_test_that_fails_twice_fails_the_run(play):
    _, problems, _, starts = play(first_fails=1, second_fails=2)
    assert (problems, len(starts)) == (["M.S/`second it`(): expectation failed"], 3)


def test_after_a_crash_the_whole_module_runs_once_more(play):
    count, problems, unstable, starts = play(first_crashes=1)
    assert (count, problems, len(starts)) == (2, [], 2)
    assert unstable == ["M.S/`first it`()", "M: the process ended with status 245"]


def test_a_second_crash_fails_the_run(play):
    assert play(first_crashes=2)[1] == ["M.S/`first it`(): did not end"]


def test_a_test_that_fails_after_a_crash_is_repeated_alone(play):
    _, problems, unstable, starts = play(first_crashes=1, second_fails=1)
    assert (problems, len(starts)) == ([], 3)
    assert unstable == ["M.S/`first it`()", "M.S/`second it`()", "M: the process ended with status 245"]


def test_a_test_that_failed_before_a_crash_and_after_it_fails_the_run(play):
    _, problems, _, starts = play(first_fails=2, second_crashes=1)
    assert (problems, len(starts)) == (["M.S/`first it`(): expectation failed"], 2)


def test_many_failures_are_not_repeated(play, monkeypatch):
    monkeypatch.setattr(swift_tests, "MOST_REPEATED", 1)
    _, problems, unstable, starts = play(first_fails=1, second_fails=1)
    assert (len(problems), unstable, len(starts)) == (2, [], 1)


def test_a_module_without_tests_fails_the_run(play):
    assert play(tests="^Another")[1] == ["M: no test ran"]


def test_a_crash_at_the_end_is_not_explained_by_a_failed_test(play):
    _, problems, _, starts = play(first_fails=1, ends_badly=2)
    assert (problems, len(starts)) == (["M-again: the process ended with status 3"], 2)


def test_a_process_that_ends_badly_without_a_failed_test_fails_the_run(play):
    _, problems, _, starts = play(ends_badly=2)
    assert (problems, len(starts)) == (["M-again: the process ended with status 3"], 2)


def test_lanes_run_side_by_side_and_a_repetition_runs_alone():
    lanes, beside = swift_tests.Lanes(2), threading.Barrier(3)
    alone, others = [], []

    def first():
        with lanes.enter():
            beside.wait(60)
            # The one that wants to be alone waits for the end of both.
            others.append(list(alone))

    def repetition():
        beside.wait(60)
        with lanes.alone():
            alone.append(len(others))
            assert not lanes.free.acquire(blocking=False)

    threads = [threading.Thread(target=work) for work in [first, first, repetition]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (alone, others) == ([2], [[], []])
    assert all(lanes.free.acquire(blocking=False) for _ in range(2))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_kills_the_running_modules_and_starts_no_other_one(tmp_path, number):
    os.mkfifo(tmp_path / "pipe")
    bundle = write_bundle(tmp_path, HANGING.format(python=sys.executable, pipe=str(tmp_path / "pipe")))
    with running_modules(tmp_path, bundle, "A", "B", "C") as runner, open(tmp_path / "pipe") as pipe:
        assert [pipe.readline(), pipe.readline()] == ["started\n"] * 2
        runner.send_signal(number)
        runner.communicate(timeout=60)
        assert runner.returncode == {signal.SIGINT: -signal.SIGINT, signal.SIGTERM: 128 + signal.SIGTERM}[number]
        # Ends when no process is left; another module would have written a line.
        assert pipe.read() == ""


def test_a_fault_of_the_runner_fails_the_run_and_hides_no_failure(tmp_path):
    bundle = write_bundle(tmp_path, PLAYER.format(python=sys.executable, place=str(tmp_path)))
    (tmp_path / "second.fails").write_text("2")
    # This module's events cannot be written.
    (tmp_path / "A.events").mkdir()
    with running_modules(tmp_path, bundle, "A", "M") as runner:
        output, _ = runner.communicate(timeout=60)
    summary = output.partition("The failures again")[2]
    assert runner.returncode == 1 and "2 failed" in summary
    assert "failed: A: the test runner failed: IsADirectoryError" in summary and "failed: M.S/`second it`(): expectation failed" in summary


def test_the_tests_and_seconds_of_all_modules_are_summed_also_after_a_failure(tmp_path):
    bundle = write_bundle(tmp_path, PLAYER.format(python=sys.executable, place=str(tmp_path)))
    with running_modules(tmp_path, bundle, "WithoutTests", "M") as runner:
        output, _ = runner.communicate(timeout=60)
    assert runner.returncode == 1
    assert re.search(r"^   M +2 tests +\d+ s$", output, re.MULTILINE)
    assert re.search(r"^   sum +2 tests +\d+ s, 2 at a time, in \d+ s$", output, re.MULTILINE)

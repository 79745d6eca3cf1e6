# SPDX-License-Identifier: EUPL-1.2
"""One process of Swift tests: what ran, passed and failed in it, read from the events that Swift Testing writes as they happen."""
import contextlib
import dataclasses
import json
import pathlib
import re
import subprocess
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build/test-logs"

# All test modules in one program. `swift test` starts it in the same way, after planning the build for ten seconds.
BUNDLE = ROOT / ".build/debug/walletPackageTests.xctest"

# After this many seconds a process is ended, and the tests that were running count as failed. The longest module takes five and a half minutes.
PATIENCE = 3600

# More failed tests than this are not repeated. They have one cause, which is not their instability.
MOST_REPEATED = 12


@dataclasses.dataclass(frozen=True)
class Suite:
    """A name for the log, and the tests that it runs: regular expressions over names such as `WalletCoreTests.LockTests/…`."""

    name: str
    tests: str
    skipped: str | None
    one_at_a_time: bool

    def command(self, events):
        yield from [str(BUNDLE), "--testing-library", "swift-testing", "--filter", self.tests]
        yield from ["--event-stream-output-path", str(events), "--event-stream-version", "0"]
        if self.skipped:
            yield from ["--skip", self.skipped]
        if self.one_at_a_time:
            yield "--no-parallel"


class Outcome:
    """What the events of a process say about its test functions."""

    def __init__(self, lines):
        functions, self.issues, started, ended, skipped = set(), {}, set(), set(), set()
        self.has_ended = False
        for line in lines:
            record = json.loads(line)
            kind, payload = record.get("kind"), record.get("payload", {})
            if kind == "test" and payload.get("kind") == "function":
                functions.add(payload["id"])
            elif kind == "event":
                test = payload.get("testID")
                match payload.get("kind"):
                    case "testStarted":
                        started.add(test)
                    case "testEnded":
                        ended.add(test)
                    case "testSkipped":
                        skipped.add(test)
                    case "runEnded":
                        self.has_ended = True
                    case "issueRecorded" if not payload.get("issue", {}).get("isKnown"):
                        text = " ".join(message["text"] for message in payload.get("messages", []) if message.get("symbol") != "details")
                        self.issues.setdefault(test, []).append(text)
        self.found = len(functions)
        self.count = len((functions & ended) - skipped)
        self.unfinished = (functions & started) - ended - skipped
        self.failed = set(self.issues) | self.unfinished


class Cancelled(BaseException):
    """The run was interrupted, so that no more tests start. Like `KeyboardInterrupt` no error of the runner."""


class RunningProcesses:
    """The processes of tests that run now, so that an interruption can kill them: each has a session of its own, which Ctrl-C does not reach."""

    def __init__(self):
        self.lock, self.processes, self.is_cancelled = threading.Lock(), set(), False

    def start(self, *arguments, **options):
        with self.lock:
            if self.is_cancelled:
                raise Cancelled
            process = subprocess.Popen(*arguments, start_new_session=True, **options)
            self.processes.add(process)
            return process

    def end(self, process):
        """Kills what is left of a process: servers that tests started outlive a crash, and would disturb the repetition."""
        self._kill_session(process)
        with self.lock:
            self.processes.discard(process)
            if self.is_cancelled:
                raise Cancelled

    def cancel(self):
        """Kills all processes and lets no other one start."""
        with self.lock:
            self.is_cancelled = True
            for process in self.processes:
                self._kill_session(process)

    @staticmethod
    def _kill_session(process):
        # In a session of its own, because Ctrl-C would end it.
        subprocess.run(["pkill", "-KILL", "--session", str(process.pid)], check=False, start_new_session=True)


RUNNING = RunningProcesses()


class Lanes:
    """Lets processes run side by side, one in each lane, or one alone."""

    def __init__(self, count=1):
        self.count, self.free, self.entry = count, threading.Semaphore(count), threading.Lock()

    @contextlib.contextmanager
    def enter(self, lanes=1):
        """Waits for free lanes. Gives the time of the entry."""
        # One at a time collects its lanes, so that nobody waits for a lane while holding another.
        with self.entry:
            for _ in range(lanes):
                self.free.acquire()
        try:
            yield time.monotonic()
        finally:
            self.free.release(lanes)

    def alone(self):
        return self.enter(self.count)


@dataclasses.dataclass
class Process:
    """A finished process of tests."""

    suite: Suite
    outcome: Outcome
    status: int

    @staticmethod
    def run(suite):
        log, events = LOGS / f"{suite.name}.txt", LOGS / f"{suite.name}.events"
        events.write_text("")
        with open(log, "w") as output:
            process = RUNNING.start(
                list(suite.command(events)), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                status = -1
            finally:
                RUNNING.end(process)
        # The last line is empty, or incomplete after a crash.
        return Process(suite, Outcome(events.read_text(errors="replace").split("\n")[:-1]), status)

    @property
    def is_whole(self):
        """Whether the run came to its end, and each failure belongs to a test."""
        outcome = self.outcome
        is_expected = self.status == (1 if outcome.failed else 0)
        return outcome.has_ended and outcome.count > 0 and not outcome.unfinished and None not in outcome.failed and is_expected

    @property
    def has_passed(self):
        return self.is_whole and self.status == 0 and not self.outcome.failed

    def problems(self):
        """A line for each failed test, or one that says how the process ended."""
        found = [f"{name(test)}: {' '.join(self.outcome.issues.get(test, ['did not end']))}" for test in sorted(self.outcome.failed, key=str)]
        if self.outcome.count == 0 and not found:
            found.append(f"{self.suite.name}: no test ran")
        if not found and not self.has_passed:
            found.append(f"{self.suite.name}: the process ended with status {self.status}")
        return found


def name(test):
    """The name of a test without the place of its source: `Module.Suite/function()`."""
    return re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test) if test else "no test"


def run(suite, lanes):
    """Runs a suite, after a crash once more as a whole. Then it repeats each failed test, in a process of its own. Repetitions run alone.

    Returns the number of tests, the failures that remained, the names of the tests that passed only when repeated, and the seconds in the lanes.
    """
    with lanes.enter() as entered:
        process = Process.run(suite)
        seconds = time.monotonic() - entered
    if process.has_passed:
        return process.outcome.count, [], [], seconds
    with lanes.alone() as entered:
        count, problems, unstable = repeat(process)
        seconds += time.monotonic() - entered
    return count, problems, unstable, seconds


def repeat(process):
    """Runs what failed in a process once more; see `run`."""
    suite, unstable, failed_before = process.suite, set(), set()
    if process.outcome.found > 0 and not process.is_whole and len(process.outcome.issues) <= MOST_REPEATED:
        failed_before = set(process.outcome.issues)
        running = process.outcome.unfinished if len(process.outcome.unfinished) <= MOST_REPEATED else set()
        unstable = {f"{suite.name}: the process ended with status {process.status}"} | {name(test) for test in failed_before | running}
        process = Process.run(dataclasses.replace(suite, name=f"{suite.name}-again"))
    failed = process.outcome.failed
    if not process.is_whole or len(failed) > MOST_REPEATED or failed & failed_before:
        return process.outcome.count, process.problems(), []
    problems = []
    for number, test in enumerate(sorted(failed), 1):
        pattern = "^" + re.escape(name(test)) + "(/|$)"
        again = Process.run(Suite(f"{suite.name}-again-{number}", pattern, None, one_at_a_time=True))
        problems += again.problems()
        if again.has_passed:
            unstable.add(name(test))
    return process.outcome.count, problems, sorted(unstable)

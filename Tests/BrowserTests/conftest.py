# SPDX-License-Identifier: EUPL-1.2
"""Starts the real program and a real Chromium, and gives each test its own phone."""
import fcntl
import hashlib
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import threading

import gallery as galleries
import jitter
import pytest
from chromium import launch
from playwright.sync_api import Error, expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("WALLET_PROGRAM", ROOT / ".build/debug/wallet"))
SCREENSHOTS = pathlib.Path(os.environ.get("WALLET_SCREENSHOTS", ROOT / "screenshots"))
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")

# The rows that the running program took in each test, for `make coverage-of-design`.
ROWS = ROOT / ".build/browser-rows"

# The longest wait for an expected event, in milliseconds. It allows for slow machines only; nothing under test takes this long.
PATIENCE = 40_000
expect.set_options(timeout=PATIENCE)

# The time after which a program hangs, in seconds: far more than a start or a stop takes on a busy machine.
HANG = 240


def pytest_configure():
    jitter.choose_seed()


class Program:
    """`wallet` on one state directory. Stopping and starting it switches the phone off and on.

    Phone and servers wait for each other up to a minute, because the machine may be busy; not if `patient` is False."""

    def __init__(self, state, patient=True):
        self.state = state
        self.options = ["--patient"] if patient else []
        self.process = None
        self.lines = queue.Queue()
        self.output = []

    def start(self, *arguments):
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            [str(PROGRAM), "--state", str(self.state), *self.options, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        threading.Thread(target=self._read, args=(self.process, self.lines), daemon=True).start()
        return self.next_address()

    def _read(self, process, lines):
        for line in process.stdout:
            self.output.append(line)
            lines.put(line)
        lines.put(None)

    def next_address(self):
        """Returns the next address that the program prints."""
        while True:
            line = self.lines.get(timeout=HANG)
            assert line is not None, "the program ended: " + "".join(self.output[-20:])
            found = ADDRESS.search(line)
            if found:
                return found.group(0)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=HANG)
        return self.process.returncode if self.process else None


# The number of presses that a test had to repeat, in its report.
REPEATED = "repeated presses"


def pytest_terminal_summary(terminalreporter):
    """Prints the number of presses that all tests together had to repeat."""
    reports = [report for kind in terminalreporter.stats.values() for report in kind if getattr(report, "when", "") == "teardown"]
    counts = [count for report in reports for name, count in report.user_properties if name == REPEATED]
    if counts:
        terminalreporter.write_line(f"{sum(counts)} presses had to be repeated, in {len(counts)} tests with a browser page")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    item.has_failed = getattr(item, "has_failed", False) or report.failed
    return report


def tell(page):
    """Prints the state of a failed test."""
    try:
        print("on the glass:", page.locator("#glass").evaluate(
            "glass => [...glass.querySelectorAll('[data-screen]')].map(screen => [screen.dataset.screen, screen.dataset.row, screen.ariaBusy, screen.innerText])"))
        print("in the phone's browser:", [frame.locator("body").inner_text(timeout=1000) for frame in page.frames[1:]])
        print("rows:", page.evaluate("async () => (await (await fetch('/trace')).json()).slice(-25).map(taken => taken.row)"))
        print("problems:", page.problems)
    except Error as error:
        print(f"the page does not say where it is: {error}")


def record_rows(page, test):
    """Records the rows that the running program took, and the kind of phone. A drawn page or the portal's page has no rows."""
    try:
        kind = page.locator(".handset").get_attribute("data-kind", timeout=1000)
        rows = page.evaluate("async () => { const answer = await fetch('/trace'); return answer.ok ? (await answer.json()).map(taken => taken.row) : []; }")
    except Error:
        return
    if not kind or not rows:
        return
    ROWS.mkdir(parents=True, exist_ok=True)
    path = ROWS / (hashlib.sha256(test.encode()).hexdigest()[:16] + ".json")
    path.write_text(json.dumps({"test": test, "platform": "Android" if kind.lower() == "android" else "iOS", "rows": sorted(set(rows))}))


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """Every screen of the app, drawn once for all parallel workers: two builds at once would find the build's database locked."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, done = shared / "gallery", shared / "gallery.done"
    with open(shared / "gallery.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists():
            return galleries.Gallery(folder)
        folder.mkdir(exist_ok=True)
        drawn = galleries.draw(folder)
        done.touch()
        return drawn


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path / "state")
    yield program
    program.stop()


@pytest.fixture
def page(request, browser):
    """A page. New content appears at its final place without motion, unless the test's file sets MOVES."""
    motion = "no-preference" if getattr(request.module, "MOVES", False) else "reduce"
    context = browser.new_context(viewport={"width": 1440, "height": 960}, locale="en-GB", reduced_motion=motion)
    context.set_default_timeout(PATIENCE)
    jitter.disturb(context, request.node.nodeid)
    page = context.new_page()
    jitter.slow_down(page)
    problems = jitter.Problems()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.problems = problems
    page.repeated = []
    yield page
    request.node.user_properties.append((REPEATED, len(page.repeated)))
    if getattr(request.node, "has_failed", False):
        tell(page)
    else:
        record_rows(page, request.node.nodeid)
    context.close()
    assert not page.repeated, f"a person would have had to press again: {page.repeated}"


@pytest.fixture
def phone(request, program, page):
    """A new phone: an iPhone, or the kind that a test requests by parametrising this fixture."""
    from phone import Phone
    kind = getattr(request, "param", "iphone")
    page.goto(program.start("--fresh", "--phone", kind))
    page.locator("#glass .home-screen").wait_for()
    page.locator("#design > *").first.wait_for(state="attached")
    return Phone(page, program, kind)

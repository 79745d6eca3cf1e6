# SPDX-License-Identifier: EUPL-1.2
"""PF2.8 in the browser: delays with a live countdown on the phone's clock, and the final block."""
import re
import time

import pytest
from phone import PIN, WRONG
from playwright.sync_api import expect

pytestmark = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

COUNTDOWN = '[data-screen="TemporarilyBlocked"] .countdown time'


def seconds(countdown):
    minutes, rest = countdown.split(":")
    return int(minutes) * 60 + int(rest)


def fails(phone, steps):
    """Enters wrong PINs; each shows the prompt of its step."""
    for step in steps:
        phone.enters("OpenWithPIN", WRONG)
        phone.sees("WrongPIN", step)
        phone.takes("WrongPIN", step + "a")


def relaunch(phone):
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN")


def test_LTC46_a_delay_counts_down_and_ends_when_the_clock_is_moved(phone):
    phone.registers()
    relaunch(phone)
    fails(phone, ["2.1", "3.1", "4.1"])
    begun = time.monotonic()
    phone.enters("OpenWithPIN", WRONG)
    phone.sees("TemporarilyBlocked", "5.1")
    before = phone.reads(COUNTDOWN, r"^\d:\d\d$")[0]
    assert 60 - (time.monotonic() - begun) - 1 <= seconds(before) <= 60
    phone.until("([countdown, before]) => document.querySelector(countdown).innerText !== before", [COUNTDOWN, before])
    phone.photo("30-temporarily-blocked")
    phone.device("clock-60")
    phone.sees("OpenWithPIN")
    # The next delay is long enough for a check. The phone's wall clock is set: the delay stays the same, on the page and in the app
    fails(phone, ["2.1", "3.1", "4.1"])
    phone.enters("OpenWithPIN", WRONG)
    phone.sees("TemporarilyBlocked", "5.1")
    clock = ".status-bar .time"
    for turn in ["turn-hour-ahead", "turn-day-ahead", "turn-hour-back", "turn-day-back", "turn-hour-back", "clock-right"]:
        shown = phone.text(clock)
        phone.device(turn)
        if "day" not in turn:
            phone.until("([clock, shown]) => document.querySelector(clock).innerText !== shown", [clock, shown])
        phone.sees("TemporarilyBlocked", "5.1")
        assert 0 < seconds(phone.reads(COUNTDOWN, r"^\d:\d\d$")[0]) <= 300
    # Back, and a PIN during the delay: nothing is checked, and the delay is shown again
    phone.takes("TemporarilyBlocked", "5.1b")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("TemporarilyBlocked", "5.1")
    phone.device("clock-300")
    phone.sees("OpenWithPIN")
    phone.enters("OpenWithPIN", PIN)
    phone.takes("WrongTriesNotice", "1a")
    phone.sees("AddCardsViaLogin")
    phone.took("PF2.8/5.1e")


def test_LTC47_sixteen_wrong_pins_block_permanently(phone):
    phone.registers()
    relaunch(phone)
    for clock in ["clock-60", "clock-300", "clock-3600"]:
        fails(phone, ["2.1", "3.1", "4.1"])
        phone.enters("OpenWithPIN", WRONG)
        phone.sees("TemporarilyBlocked")
        phone.device(clock)
        phone.sees("OpenWithPIN")
    fails(phone, ["6.1", "7.1", "8.1"])
    phone.enters("OpenWithPIN", WRONG)
    phone.sees("AppIsBlocked", "9.1")
    phone.photo("31-app-is-blocked")
    # Permanent: the right PIN after a restart is refused too
    relaunch(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AppIsBlocked", "9.1")


def test_a_long_delay_is_announced_at_intervals_and_at_once_after_a_sleep(phone):
    phone.registers()
    relaunch(phone)
    for clock in ["clock-60", "clock-300"]:
        fails(phone, ["2.1", "3.1", "4.1"])
        phone.enters("OpenWithPIN", WRONG)
        phone.sees("TemporarilyBlocked")
        phone.device(clock)
        phone.sees("OpenWithPIN")
    fails(phone, ["2.1", "3.1", "4.1"])
    phone.enters("OpenWithPIN", WRONG)
    phone.sees("TemporarilyBlocked")
    # Announced every quarter of an hour: two steps of five minutes announce nothing, the third does
    phone.reads(COUNTDOWN, r"^5\d:\d\d")
    phone.page.evaluate("document.getElementById('announcer').textContent = ''")
    announcer = "#announcer"
    for minutes, is_said in [(54, False), (49, False), (44, True)]:
        phone.device("clock-300")
        phone.until("([countdown, most]) => parseInt(document.querySelector(countdown).innerText) <= most", [COUNTDOWN, minutes])
        if is_said:
            expect(phone.page.locator(announcer)).to_have_text(re.compile(r"4[0-4]:\d\d"))
        else:
            expect(phone.page.locator(announcer)).not_to_have_text(re.compile(r"\d:\d\d"))
    # The phone slept: the remaining time is right at once, and announced
    left = seconds(phone.reads(COUNTDOWN, r"^\d+:\d\d$")[0])
    phone.device("sleep-60")
    phone.until("""([countdown, left]) => {
        const [minutes, seconds] = document.querySelector(countdown).innerText.split(':');
        return minutes * 60 + Number(seconds) <= left - 59; }""", [COUNTDOWN, left])
    phone.sees("TemporarilyBlocked")
    # A new process has another monotonic time: the provider reports the remaining delay
    phone.device("turn-day-ahead")
    relaunch(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("TemporarilyBlocked", "5.1")
    phone.reads(COUNTDOWN, r"^4[0-3]:\d\d$")

# SPDX-License-Identifier: EUPL-1.2
"""PF2.8 in the browser: waits with a live countdown on the phone's clock, and the final block."""
import re

from phone import PIN, WRONG


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


def test_LTC46_a_wait_runs_down_and_ends_when_the_clock_is_moved(phone):
    phone.registers()
    relaunch(phone)
    fails(phone, ["2.1", "3.1", "4.1"])
    phone.enters("OpenWithPIN", WRONG)
    blocked = phone.sees("TemporarilyBlocked", "5.1")
    countdown = blocked.locator(".countdown time")
    before = countdown.inner_text()
    assert re.search(r"0:5\d|1:00|5\d|60", before), before
    phone.page.wait_for_function("before => document.querySelector('.countdown time').innerText !== before", arg=before)
    phone.photo("30-temporarily-blocked")
    # The phone's own clock is turned: the wait stays as long as it is, on the page and in the app
    left = "() => { const [m, s] = document.querySelector('.countdown time').innerText.split(':'); return m * 60 + +s; }"
    shown = "() => document.querySelector('.status-bar .time').innerText"
    for turn in ["turn-hour-ahead", "turn-day-ahead", "turn-hour-back", "turn-day-back", "turn-hour-back", "clock-right"]:
        time = phone.page.evaluate(shown)
        phone.device(turn)
        if "day" not in turn:
            phone.page.wait_for_function(f"time => ({shown})() !== time", arg=time)
        phone.sees("TemporarilyBlocked", "5.1")
        assert 0 < phone.page.evaluate(left) <= 60
    # Back, and a PIN during the wait: nothing is checked, the wait is shown again
    phone.takes("TemporarilyBlocked", "5.1b")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("TemporarilyBlocked", "5.1")
    phone.device("clock-60")
    phone.sees("OpenWithPIN")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaDigiD")
    assert "PF2.8/5.1e" in phone.rows()


def test_LTC47_sixteen_wrong_pins_block_for_good(phone):
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
    # For good: the right PIN after a restart is refused too
    relaunch(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AppIsBlocked", "9.1")


def test_a_long_wait_is_announced_now_and_then_and_after_a_sleep_at_once(phone):
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
    # Every quarter of an hour: two steps of five minutes are nothing to say, the third is
    phone.page.wait_for_function("() => /5\\d:\\d\\d/.test(document.querySelector('.countdown time').innerText)")
    phone.page.evaluate("document.getElementById('announcer').textContent = ''")
    said = "() => document.getElementById('announcer').textContent"
    for minutes, is_said in [(54, False), (49, False), (44, True)]:
        phone.device("clock-300")
        phone.page.wait_for_function(
            "most => parseInt(document.querySelector('.countdown time').innerText) <= most", arg=minutes)
        if is_said:
            phone.page.wait_for_function(f"() => /4[0-4]:\\d\\d/.test(({said})())")
        else:
            assert not re.search(r"\d:\d\d", phone.page.evaluate(said))
    # The phone slept: what is left is right at once, and said
    phone.device("sleep-60")
    phone.sees("TemporarilyBlocked")
    phone.page.wait_for_function("() => /4[0-3]:\\d\\d/.test(document.querySelector('.countdown time').innerText)")
    # Another process has no steady time of this one: the provider says how long it still is
    phone.device("turn-day-ahead")
    relaunch(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("TemporarilyBlocked", "5.1")
    phone.page.wait_for_function("() => /4[0-3]:\\d\\d/.test(document.querySelector('.countdown time').innerText)")

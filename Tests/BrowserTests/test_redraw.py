# SPDX-License-Identifier: EUPL-1.2
"""A screen that stays the same keeps the typed text, and a press during a redraw counts, also on a slow machine."""
import subprocess

import pytest
from conftest import PROGRAM
from phone import PIN
from playwright.sync_api import expect
from test_links import OFFER, SHARING, opens


def at_the_lock(phone):
    """A wallet after setup and a launch; a link leads to a screen that asks to finish the setup first."""
    phone.registers()
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.page.evaluate("document.activeElement.blur()")


def filled(phone):
    return phone.live("OpenWithPIN").locator(".dot.filled")


def slow_down(phone, rate):
    phone.page.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


@pytest.mark.parametrize("rate", [1, 10])
def test_typed_digits_stay_when_a_link_arrives_between_them(phone, rate):
    at_the_lock(phone)
    slow_down(phone, rate)
    for digit in PIN[:3]:
        phone.page.keyboard.press(digit)
    expect(filled(phone)).to_have_count(3)
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    expect(filled(phone)).to_have_count(3)
    opens(phone, SHARING)
    phone.sees("OpenWithPIN", text="to share data")
    for digit in PIN[3:]:
        phone.page.keyboard.press(digit)
    phone.sees("FinishFirst", "3.1")


@pytest.mark.parametrize("rate", [1, 10])
def test_six_digits_typed_quickly_open_the_wallet_while_links_arrive(phone, rate):
    at_the_lock(phone)
    slow_down(phone, rate)
    link = subprocess.Popen([str(PROGRAM), "--patient", "--state", str(phone.program.state), "--link", OFFER])
    digits = 0
    # The link arrives somewhere between the digits.
    for digit in PIN:
        phone.page.keyboard.press(digit)
        digits += 1
        phone.page.wait_for_timeout(80)
        if digits == 3:
            link.wait(timeout=240)
    phone.glass("OpenWithPIN").wait_for(state="detached")
    assert phone.rows().count("UC2.3/1.4a") == 1


def test_a_key_that_is_redrawn_under_the_finger_counts_once(phone):
    at_the_lock(phone)
    key = phone.live("OpenWithPIN").locator(".key", has_text="5")
    box = key.bounding_box()
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    phone.page.mouse.up()
    expect(filled(phone)).to_have_count(1)
    # Moving the pointer away cancels the press.
    phone.page.mouse.down()
    opens(phone, SHARING)
    phone.sees("OpenWithPIN", text="to share data")
    phone.page.mouse.move(box["x"] + 60, box["y"] - 60)
    phone.page.mouse.up()
    expect(filled(phone)).to_have_count(1)


def test_a_press_that_was_meant_for_one_link_does_not_discard_the_next(phone):
    at_the_lock(phone)
    opens(phone, OFFER)
    phone.sees("OpenWithPIN", text="to add a card")
    box = phone.live("OpenWithPIN").locator('button[data-row="1a"]').bounding_box()
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    opens(phone, SHARING)
    phone.sees("OpenWithPIN", text="to share data")
    phone.page.mouse.up()
    phone.rests()
    phone.sees("OpenWithPIN", text="to share data")
    assert "link/1a" not in phone.rows()


def test_another_screen_begins_empty(phone):
    at_the_lock(phone)
    for digit in PIN[:3]:
        phone.page.keyboard.press(digit)
    expect(filled(phone)).to_have_count(3)
    phone.takes("OpenWithPIN", "1.3c")
    phone.takes("AboutApp", "1.1c")
    phone.sees("OpenWithPIN")
    expect(filled(phone)).to_have_count(0)

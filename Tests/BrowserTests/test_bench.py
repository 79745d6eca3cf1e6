# SPDX-License-Identifier: EUPL-1.2
"""The workbench around the phone: tabs, the messages of the device column, keyboard targets, and reachability."""
import json
import re
import urllib.error
import urllib.request

import pytest
from phone import PIN, Phone
from playwright.sync_api import expect


def test_a_tab_that_lost_the_phone_shows_it_again_after_a_reload(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    other = phone.page.context.new_page()
    other.goto(phone.program.next_address())
    other.repeated = phone.page.repeated
    second = Phone(other, phone.program)
    second.sees("IntroductionAddingCards")
    phone.page.get_by_text("shown in another tab").wait_for()
    phone.page.reload()
    phone.sees("IntroductionAddingCards")
    other.get_by_text("shown in another tab").wait_for()
    phone.takes("IntroductionAddingCards", "1.1b")
    phone.sees("PrivacyConsiderations")


def test_the_trace_can_be_opened_from_the_address_bar_and_by_a_tool(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    address = phone.page.evaluate("location.origin") + "/trace"
    tab = phone.page.context.new_page()
    assert tab.goto(address).status == 200
    assert "UC1.1/1.1" in [entry["row"] for entry in json.loads(tab.locator("body").inner_text())]
    bearer = phone.page.evaluate("sessionStorage.getItem('bearer')")
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Authorization": "Bearer " + bearer}), timeout=60) as answer:
        assert "UC1.1/1.1" in [entry["row"] for entry in json.load(answer)]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address, timeout=60)
    assert refused.value.code == 401


def test_a_setting_that_cannot_be_stored_shows_an_error_until_it_can(phone):
    alert = phone.page.locator("#bench-alert[role=alert]")
    # A folder in the place of the phone's file cannot be replaced.
    file = phone.program.state / "phone" / "device.json"
    kept = file.rename(file.with_suffix(".kept"))
    file.mkdir()
    phone.press(phone.control("rooted"))
    alert.get_by_text("could not keep this change").wait_for()
    expect(phone.page.locator('[data-device="rooted"]')).not_to_be_checked()
    phone.photo("60-not-kept")
    file.rmdir()
    kept.rename(file)
    phone.device("rooted")
    expect(alert).to_have_text("")
    expect(phone.page.locator('[data-device="rooted"]')).to_be_checked()


def test_a_long_check_shows_its_progress(phone):
    phone.registers()
    phone.kill()
    phone.launch()
    progress = phone.sees("OpenWithPIN").locator(".progress")
    expect(progress).to_be_hidden()
    held = []
    phone.page.route("**/answer", lambda route: held.append(route))
    phone.enters("OpenWithPIN", PIN, is_heard=False)
    progress.get_by_text("Checking").wait_for(state="visible")
    expect(phone.page.locator("#announcer")).to_have_text(re.compile("^Checking"))
    phone.photo("61-checking")
    phone.eventually(lambda: held)
    held[0].continue_()
    phone.sees("AddCardsViaLogin")


@pytest.mark.parametrize("panel", ["device", "design"])
def test_digits_typed_over_the_phone_do_not_reach_it(phone, panel):
    phone.launch()
    phone.goes_through_introduction()
    phone.sees("ChoosePIN")
    page = phone.page
    filled = page.locator(".dot.filled")
    page.set_viewport_size({"width": 800, "height": 900})
    page.locator(f'[aria-controls="{panel}"]').click()
    page.keyboard.type(PIN)
    expect(filled).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.type("74")
    expect(filled).to_have_count(2)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("#design").focus()
    page.keyboard.type("9")
    page.keyboard.press("Backspace")
    expect(filled).to_have_count(2)
    page.locator("#screen-title").focus()
    page.keyboard.press("Backspace")
    expect(filled).to_have_count(1)


@pytest.mark.parametrize("width, height", [(320, 640), (720, 480), (390, 700)])
def test_the_main_button_is_in_view_on_a_small_window_and_all_can_be_reached_with_large_text(phone, width, height):
    phone.device("rooted")
    phone.launch()
    phone.sees("DeviceInsecure")
    page = phone.page
    page.set_viewport_size({"width": width, "height": height})
    button, screen = '[data-screen="DeviceInsecure"] .primary', "#glass .screen"
    inside = """button => { const b = button.getBoundingClientRect();
        return b.top >= 0 && b.bottom <= innerHeight && b.left >= 0 && b.right <= innerWidth
            && button.contains(document.elementFromPoint((b.left + b.right) / 2, (b.top + b.bottom) / 2)); }"""
    phone.holds(button, inside)
    phone.photo(f"62-small-{width}")
    for size in ["200", "320"]:
        page.evaluate("size => { document.querySelector('.handset').dataset.text = size; }", size)
        phone.holds(screen, "screen => { screen.scrollTo(0, screen.scrollHeight); return true; }")
        phone.holds(button, inside)
        phone.holds(screen, "screen => screen.scrollWidth <= screen.clientWidth")


def test_the_names_of_error_rows_break_between_words(phone):
    phone.device("rooted")
    phone.launch()
    phone.sees("DeviceInsecure")
    name = '#design [data-row="ServerUnreachable.retry"] th'
    expect(phone.page.locator(name)).to_have_text("ServerUnreachable.retry")
    phone.holds(name, "name => name.innerHTML === 'Server<wbr>Unreachable.<wbr>retry'")
    for width in [1440, 900, 320]:
        phone.page.set_viewport_size({"width": width, "height": 900})
        if width < 900:
            phone.page.locator('[aria-controls="design"]').click()
        phone.holds(name, """name => {
            const words = [...name.childNodes].filter(node => node.nodeType === 3).map(node => {
                const range = document.createRange(); range.selectNodeContents(node); return range.getClientRects().length; });
            return words.every(lines => lines === 1); }""")
    phone.photo("63-error-rows")

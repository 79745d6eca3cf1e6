# SPDX-License-Identifier: EUPL-1.2
"""Each control shows a state at once, even when its work takes long; each way out of the app ends at a page."""
import pytest
from playwright.sync_api import expect

WORKING = "#glass [data-working]"
# Presses a control as a person does and returns the milliseconds until it is drawn as working.
PRESS = """selector => new Promise(done => {
    const start = performance.now();
    document.querySelector(selector).click();
    const look = () => document.querySelector('#glass [data-working]') ? done(performance.now() - start) : requestAnimationFrame(look);
    requestAnimationFrame(look); })"""


def press(phone, screen, row):
    phone.live(screen).wait_for(state="visible")
    return phone.page.evaluate(PRESS, f'#glass [data-screen="{screen}"] button[data-row="{row}"]')


def test_logging_in_responds_at_once_on_a_slow_network_and_announces_it_to_screen_readers(phone):
    phone.registers()
    phone.device("network-slow")
    phone.page.evaluate("document.querySelector('#glass [data-screen]').dataset.mark = 'before'")
    assert press(phone, "AddCardsViaLogin", "1.1a") < 100
    expect(phone.page.locator("#announcer")).to_have_text("One moment, please")
    # The program has redrawn the screen for the work, and the control still shows that it is working.
    expect(phone.page.locator('#glass [data-screen="AddCardsViaLogin"][aria-busy="true"]:not([data-mark])')).to_have_count(1)
    expect(phone.page.locator(WORKING)).to_have_attribute("data-row", "1.1a")
    expect(phone.page.locator(WORKING)).to_have_attribute("aria-busy", "true")
    phone.login()
    assert phone.rows().count("UC3.1/1.1") == 1


def test_a_control_whose_work_failed_can_be_used_again(phone):
    phone.registers()
    phone.device("network-unreachable")
    phone.takes("AddCardsViaLogin", "1.1a")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    phone.live("AddCardsViaLogin").wait_for(state="visible")
    expect(phone.page.locator(WORKING)).to_have_count(0)


def test_the_ring_of_a_working_control_stands_still_where_motion_is_reduced(phone):
    phone.registers()
    phone.device("network-slow")
    press(phone, "AddCardsViaLogin", "1.1a")
    turned = "() => getComputedStyle(document.querySelector('#glass [data-working]'), '::after').transform"
    assert {phone.page.evaluate(turned) for _ in range(5)} <= {"none", "matrix(1, 0, 0, 1, 0, 0)"}


@pytest.mark.parametrize("language, title", [("en", "About DigiD"), ("nl", "Over DigiD")])
def test_the_digid_website_page_starts_no_login(phone, language, title):
    phone.registers()
    if language == "nl":
        phone.kill()
        phone.device("language-nl")
        phone.launch()
        phone.enters("OpenWithPIN", "749205")
    phone.takes("AddCardsViaLogin", "1.1b")
    page = phone.page.frame_locator("#browser iframe")
    page.get_by_role("heading", name=title).wait_for()
    expect(phone.page.locator("#browser [data-address]")).to_have_text("www.digid.nl")
    expect(phone.page.locator("#browser .browser-fault")).to_have_count(0)
    assert page.locator("button, form, input, a").count() == 0
    phone.press(phone.page.locator("#browser .browser-app"))
    phone.sees("AddCardsViaLogin", "1.1")
    assert "UC3.1/1.2" not in phone.rows()

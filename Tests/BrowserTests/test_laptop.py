# SPDX-License-Identifier: EUPL-1.2
"""The laptop beside the phone: the demo's web sites in it, its keyboard, and the phone before it."""
import axe
import pytest
from gallery import THEMES
from playwright.sync_api import expect


@pytest.fixture
def sites(phone):
    """Returns the phone; the demo must offer web sites."""
    if not phone.page.locator('[data-device="laptop-site-0"]').count():
        pytest.skip("this demo has no web sites")
    return phone


def opened(phone, number=0):
    """Opens a site on the laptop, and returns the laptop and its page."""
    phone.device(f"laptop-site-{number}")
    page = phone.page.frame_locator("#laptop iframe")
    page.get_by_role("heading", level=1).first.wait_for()
    return phone.page.locator("#laptop"), page


def test_a_site_opens_beside_the_phone_while_the_phone_is_offline_and_locked(sites):
    sites.device("network-offline")
    laptop, page = opened(sites)
    expect(laptop).to_be_visible()
    expect(laptop.locator("[data-address]")).not_to_be_empty()
    assert laptop.locator("iframe").get_attribute("sandbox") == "allow-forms"
    box, handset = laptop.bounding_box(), sites.page.locator(".handset").bounding_box()
    assert box["x"] >= handset["x"] + handset["width"], "the laptop stands beside the phone"
    expect(sites.page.locator("#browser")).to_be_hidden()
    sites.photo("laptop")
    laptop.locator(".browser-reload").click()
    page.get_by_role("heading", level=1).first.wait_for()
    sites.press(laptop.locator(".browser-close"))
    expect(laptop).to_be_hidden()


def test_the_laptop_is_used_by_keyboard_and_gives_the_focus_back(sites):
    page = sites.page
    control = sites.control("laptop-site-0")
    control.focus()
    page.keyboard.press("Enter")
    sites.focuses("#laptop")
    page.frame_locator("#laptop iframe").get_by_role("heading", level=1).first.wait_for()
    page.keyboard.press("Tab")
    sites.focuses("#laptop .browser-reload")
    # Digits on the laptop are not digits of a PIN, and the page that arrives leaves the focus where it is.
    page.keyboard.press("1")
    sites.focuses("#laptop .browser-reload")
    page.keyboard.press("Tab")
    sites.focuses("#laptop .browser-close")
    page.keyboard.press("Enter")
    expect(page.locator("#laptop")).to_be_hidden()
    sites.focuses('[data-device="laptop-site-0"]')


def test_both_browsers_stand_beside_each_other_and_an_error_of_one_is_not_the_others(sites):
    laptop, page = opened(sites)
    sites.device("phone-site-0")
    other = sites.page.frame_locator("#browser iframe")
    other.get_by_role("heading", level=1).first.wait_for()
    frames = [sites.page.locator(f"{layer} iframe").evaluate("frame => frame.src") for layer in ["#laptop", "#browser"]]
    assert frames[0].split("/")[4] != frames[1].split("/")[4], "each frame has a key of its own"
    sites.device("network-offline")
    page.get_by_role("heading", level=1).first.wait_for()
    sites.press(laptop.locator(".browser-close"))
    other.get_by_role("heading", level=1).first.wait_for()


@pytest.mark.parametrize("width", [320, 390, 800])
def test_the_laptop_fits_a_narrow_window_below_the_phone(sites, width):
    page = sites.page
    page.set_viewport_size({"width": width, "height": 800})
    page.locator('.panel-button[aria-controls="device"]').click()
    laptop, _ = opened(sites)
    # The column gives way to what it opened.
    expect(page.locator("#device")).to_be_hidden()
    for part in [laptop, laptop.locator(".browser-bar"), laptop.locator(".laptop-hold"), laptop.locator("iframe")]:
        box = part.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    sites.photo(f"laptop-{width}")


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_laptop(sites, theme):
    page = sites.page
    page.emulate_media(reduced_motion="reduce", **THEMES[theme])
    axe.load(page)
    opened(sites)
    sites.rests()
    wrong, unknown = axe.run(page)
    found = wrong + [line for line in unknown if not line.startswith(("color-contrast:", "frame-tested:"))]
    assert not found, "\n".join(found[:20])

# SPDX-License-Identifier: EUPL-1.2
"""The phone is fully usable with a keyboard only, and with a screen reader."""
from phone import PIN
from playwright.sync_api import expect
from sharing import RAFFLE, SHOP, asks_here, has_card, shows

# Animations run in this test.
MOVES = True

FOCUS = """
() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 3; }
"""


def has_focus(page, element):
    """Waits until an element has the focus: below a dialog the previous screen is still visible."""
    page.wait_for_function("id => document.activeElement?.id === id", arg=element)


def tabs_to(page, selector):
    """Presses Tab until a control has the focus, which must be visible on the glass."""
    for _ in range(80):
        page.keyboard.press("Tab")
        seen = page.evaluate(f"() => document.activeElement.closest('#glass') ? [({FOCUS})(), document.activeElement.outerHTML] : null")
        assert seen is None or seen[0], seen[1]
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_the_keyboard_alone_walks_from_the_home_screen_to_a_pin_that_is_too_simple(phone):
    page = phone.page
    tabs_to(page, ".app-icon")
    page.keyboard.press("Enter")
    for screen, control in [("IntroductionAddingCards", ".primary"), ("IntroductionSecureLogin", ".icon-button[data-row='1.2e']"),
                            ("IntroductionSecureLogin", ".primary"), ("IntroductionSharing", ".primary"), ("PrivacyConsiderations", ".primary")]:
        phone.live(screen).wait_for()
        # The name of the new screen is announced at once; the picture's own button keeps the focus.
        if "icon-button" not in control and screen != "IntroductionSecureLogin":
            has_focus(page, "screen-title")
        tabs_to(page, control)
        page.keyboard.press("Enter")
        if "icon-button" in control:
            expect(page.locator(".illustration")).to_have_attribute("data-paused", "true")
    phone.live("ChoosePIN").wait_for()
    has_focus(page, "screen-title")

    # The number of digits is announced, never the digits.
    page.keyboard.type("12")
    announcer = page.locator("#announcer[aria-live=polite]")
    expect(announcer).to_have_text("2 of 6 digits entered")
    page.keyboard.press("Backspace")
    expect(announcer).to_have_text("1 of 6 digits entered")
    page.keyboard.type("23456")

    # The error is announced with the prompt, which has and keeps the focus.
    dialog = phone.sees("PINTooSimple")
    assert dialog.get_attribute("role") == "alertdialog"
    described = page.locator("#" + dialog.get_attribute("aria-describedby"))
    expect(described).to_contain_text("follow each other")
    has_focus(page, "dialog-title")
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('[aria-modal]') !== null")
    page.keyboard.press("Escape")
    phone.sees("ChoosePIN")
    has_focus(page, "screen-title")


def test_a_column_that_covers_the_phone_makes_it_unreachable(phone):
    page = phone.page
    phone.launch()
    phone.sees("IntroductionAddingCards")
    page.set_viewport_size({"width": 390, "height": 844})
    button = page.locator('.panel-button[aria-controls="device"]')
    button.click()
    for _ in range(60):
        page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.closest('#glass') !== null")
    page.keyboard.press("Escape")
    page.locator("#screen-title").focus()
    has_focus(page, "screen-title")


def test_the_keyboard_alone_shares_and_goes_back_to_the_website(phone):
    page = phone.page
    has_card(phone)
    asks_here(phone, SHOP)
    phone.live("ShareWith").wait_for()
    has_focus(page, "screen-title")
    # The page about the session is one key away, and Escape leads back.
    tabs_to(page, '[data-screen="ShareWith"] button[data-row="1.4c"]')
    page.keyboard.press("Enter")
    phone.live("AboutSharing").wait_for()
    has_focus(page, "screen-title")
    page.keyboard.press("Escape")
    phone.live("ShareWith").wait_for()
    tabs_to(page, '[data-screen="ShareWith"] button[data-row="1.4a"]')
    page.keyboard.press("Enter")
    phone.live("ConfirmWithPIN").wait_for()
    page.keyboard.type(PIN)
    phone.live("DataShared").wait_for()
    has_focus(page, "screen-title")
    tabs_to(page, '[data-screen="DataShared"] .primary')
    page.keyboard.press("Enter")
    shows(phone, "phone", "Adult")


def test_the_keyboard_alone_ticks_a_warning_before_it_can_continue(phone):
    page = phone.page
    has_card(phone)
    asks_here(phone, RAFFLE)
    phone.live("AsksTooMuch").wait_for()
    has_focus(page, "screen-title")
    # No key continues without the tick.
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    tabs_to(page, '[data-screen="AsksTooMuch"] button[data-row="15b"]')
    page.keyboard.press("Space")
    expect(phone.glass("AsksTooMuch").locator('[data-row="15b"]')).to_have_attribute("aria-checked", "true")
    tabs_to(page, '[data-screen="AsksTooMuch"] button[data-row="11.1a"]')
    page.keyboard.press("Enter")
    phone.live("ShareWith").wait_for()
    has_focus(page, "screen-title")


def test_the_keyboard_alone_looks_back_at_an_activity_and_deletes_it(phone):
    page = phone.page
    has_card(phone)
    phone.live("Dashboard").wait_for()
    tabs_to(page, '[data-screen="Dashboard"] button[data-row="1.1c"]')
    page.keyboard.press("Enter")
    phone.live("Activities").wait_for()
    has_focus(page, "screen-title")
    tabs_to(page, '[data-screen="Activities"] button[data-row="1.1a"]')
    page.keyboard.press("Enter")
    phone.live("Activity").wait_for()
    has_focus(page, "screen-title")
    # Escape leads back, one page at a time.
    tabs_to(page, '[data-screen="Activity"] button[data-row="1.1c"]')
    page.keyboard.press("Enter")
    phone.live("AboutIssuer").wait_for()
    has_focus(page, "screen-title")
    page.keyboard.press("Escape")
    phone.live("Activity").wait_for()
    # The focus is where the person left the page.
    page.wait_for_function("() => document.activeElement?.matches('[data-screen=\"Activity\"] [data-row=\"1.1c\"]')")
    tabs_to(page, '[data-screen="Activity"] button[data-row="17a"]')
    page.keyboard.press("Enter")
    question = phone.sees("DeleteActivityQuestion")
    phone.live("DeleteActivityQuestion").wait_for()
    has_focus(page, "dialog-title")
    assert question.get_attribute("role") in ("dialog", "alertdialog")
    page.keyboard.press("Escape")
    phone.live("Activity").wait_for()
    # The focus is on the control that opened the question.
    page.wait_for_function("() => document.activeElement?.matches('[data-screen=\"Activity\"] [data-row=\"17a\"]')")
    page.keyboard.press("Enter")
    phone.live("DeleteActivityQuestion").wait_for()
    tabs_to(page, '[data-screen="DeleteActivityQuestion"] button[data-row="5.1a"]')
    page.keyboard.press("Enter")
    phone.live("Activities").wait_for()
    phone.sees("Activities", text="There are no activities.")
    page.keyboard.press("Escape")
    phone.live("Dashboard").wait_for()

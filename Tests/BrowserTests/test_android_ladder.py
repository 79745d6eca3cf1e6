# SPDX-License-Identifier: EUPL-1.2
"""UC2.3 on an Android phone: the phone counts wrong fingers, and the fifth leaves only the PIN."""
import pytest
from phone import PIN
from playwright.sync_api import expect

ANDROID = pytest.mark.parametrize("phone", ["android"], indirect=True)
SCANNING = '.sensor-sheet[data-state="scanning"]'


def locks(phone):
    """Locks the wallet and returns to it."""
    phone.device("lock-device")
    phone.device("foreground")


def touches_wrongly(phone):
    phone.page.locator(SCANNING).wait_for(state="visible")
    phone.device("face-no-match")


def sees(phone, stage, text=None):
    """Waits for a message of the system's prompt."""
    box = phone.page.locator(f'[data-sensor="{stage}"]')
    box.wait_for(state="visible")
    if text:
        box.get_by_text(text).first.wait_for(state="visible")
    return box


def touches_wrongly_five_times(phone):
    for failure in range(1, 5):
        touches_wrongly(phone)
        sees(phone, "scans-on", "Fingerprint not recognised")
        if failure == 1:
            phone.photo("31-not-recognised")
    touches_wrongly(phone)
    sees(phone, "tells-lockout")


@ANDROID
def test_after_each_of_four_wrong_fingers_the_user_may_try_again_and_the_fifth_leaves_only_the_pin(phone, page):
    phone.registers(face=True)
    locks(phone)
    page.locator(SCANNING).wait_for(state="visible")
    phone.photo("30-scan")
    touches_wrongly_five_times(phone)
    phone.photo("32-too-many")
    phone.device("face-cancel")
    sees(phone, "leaves-fallback")
    phone.photo("33-enter-pin")
    phone.device("face-cancel")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")
    phone.took_all(["UC2.3/1.2d", "UC2.3/1.2e", "UC2.3/4.1b", "UC2.3/5.1a", "UC2.3/5.2a"])
    rows = phone.rows()
    assert rows.count("UC2.3/1.2d") == 4 and rows.count("UC2.3/1.2e") == 1
    assert not {"UC2.3/1.2b", "UC2.3/1.2c", "UC2.3/1.2g"} & set(rows)

    # The sensor is now locked: no scan takes place, and the PIN screen explains it in the user's language.
    phone.device("language-nl")
    locks(phone)
    phone.sees("OpenWithPIN", "1.3", "vingerafdruk")
    phone.photo("34-locked-out")
    phone.took("UC2.3/1.2g")
    # The passcode unlocks the sensor.
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")
    phone.device("passcode")
    locks(phone)
    touches_wrongly(phone)
    sees(phone, "scans-on", "Vingerafdruk niet herkend")
    phone.device("face-fallback")
    phone.sees("OpenWithPIN", "1.3")
    phone.took("UC2.3/4.1a")
    assert not page.problems


@ANDROID
def test_wrong_fingers_count_across_prompts_and_going_to_the_background_counts_none(phone, page):
    phone.registers(face=True)
    # Two mismatches per lock; the third time makes the fifth mismatch.
    for _ in range(2):
        locks(phone)
        for _ in range(2):
            touches_wrongly(phone)
            sees(phone, "scans-on")
        page.keyboard.press("Escape")
        phone.enters("OpenWithPIN", PIN)
        phone.sees("AddCardsViaLogin")
    locks(phone)
    # In the background the prompt closes, which says nothing about the user: it opens again afterwards.
    for _ in range(2):
        page.locator(SCANNING).wait_for(state="visible")
        phone.device("background")
        page.locator(SCANNING).wait_for(state="detached")
        phone.device("foreground")
    touches_wrongly(phone)
    sees(phone, "tells-lockout")
    assert "UC2.3/1.2f" not in phone.rows()
    assert not page.problems


@pytest.mark.parametrize("phone", ["iphone"], indirect=True)
def test_the_keyboard_answers_the_messages_of_an_iphone(phone, page):
    phone.registers(face=True)
    locks(phone)
    phone.device("face-no-match")
    box = sees(phone, "asks-to-try-again", "Face not recognised")
    expect(box.get_by_role("alertdialog")).to_have_attribute("aria-modal", "true")
    page.locator("#sensor-title").focus()
    page.keyboard.press("Enter")
    phone.device("face-no-match")
    box = sees(phone, "offers-fallback")
    page.locator("#sensor-title").focus()
    page.keyboard.press("Tab")
    expect(box.get_by_text("Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    phone.sees("OpenWithPIN", "1.3")
    phone.took_all(["UC2.3/2.1b", "UC2.3/3.1b"])
    assert not page.problems


@pytest.mark.parametrize("phone", ["iphone"], indirect=True)
def test_an_iphone_with_touch_id_names_touch_id(phone, page):
    phone.device("sensor-finger")
    phone.registers(face=True)
    locks(phone)
    page.locator('.face-id[data-state="scanning"]').get_by_text("Touch ID").wait_for(state="visible")
    phone.photo("touch-id")
    phone.device("face-no-match")
    sees(phone, "asks-to-try-again", "Fingerprint not recognised")
    phone.device("face-cancel")
    phone.sees("OpenWithPIN", "1.3")
    phone.took("UC2.3/2.1a")
    assert not page.problems


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_scan_that_the_background_ended_opens_the_wallet_afterwards(phone, page):
    phone.registers(face=True)
    locks(phone)
    prompt = page.locator(".face-id")
    prompt.wait_for(state="visible")
    phone.device("background")
    prompt.wait_for(state="detached")
    phone.device("foreground")
    prompt.wait_for(state="visible")
    phone.device("face-match")
    phone.sees("AddCardsViaLogin")
    phone.took("UC1.2/3.2b")
    rows = phone.rows()
    assert "UC2.3/1.2f" not in rows and "UC2.3/1.3" not in rows
    assert not page.problems


@ANDROID
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_messages_can_be_read_in_both_languages_and_themes(phone, page, language, scheme):
    page.emulate_media(color_scheme=scheme)
    phone.registers(face=True)
    phone.device(f"language-{language}")
    locks(phone)
    for _ in range(4):
        touches_wrongly(phone)
        reads(phone, "scans-on", '[data-sensor="scans-on"]', language, scheme)
    touches_wrongly(phone)
    for stage in ["tells-lockout", "leaves-fallback"]:
        reads(phone, stage, f'[data-sensor="{stage}"] .alert', language, scheme)
        phone.device("face-cancel")
    phone.sees("OpenWithPIN")


def reads(phone, stage, box, language, scheme):
    """Checks that a whole message is on the glass."""
    sees(phone, stage)
    phone.photo(f"ladder-{stage}-{language}-{scheme}")
    expect(phone.page.locator("#glass")).to_have_attribute("lang", language)
    phone.holds(box, "box => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth")

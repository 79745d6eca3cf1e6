# SPDX-License-Identifier: EUPL-1.2
"""UC2.3 on an Android phone: the phone counts wrong fingers, and the fifth leaves only the PIN."""
import pytest
from phone import PIN
from playwright.sync_api import expect

ANDROID = pytest.mark.parametrize("phone", ["android"], indirect=True)
SCANNING = '.fingerprint[data-state="scanning"]'


def locks(phone):
    """Locks the wallet and returns to it."""
    phone.device("lock-device")
    phone.device("foreground")


def touches_wrongly(phone):
    phone.page.locator(SCANNING).wait_for(state="visible")
    phone.device("face-no-match")


@ANDROID
def test_four_wrong_fingers_may_be_tried_again_and_the_fifth_leaves_the_pin(phone, page):
    phone.registers(face=True)
    locks(phone)
    page.locator(SCANNING).wait_for(state="visible")
    phone.photo("30-scan")
    for failure in range(1, 5):
        touches_wrongly(phone)
        message = phone.sees("FingerprintNotRecognised", "4.1", "Fingerprint not recognised")
        assert message.get_attribute("role") == "alertdialog"
        if failure == 1:
            phone.photo("31-not-recognised")
        phone.takes("FingerprintNotRecognised", "4.1b")
    touches_wrongly(phone)
    phone.sees("TooManyScans", "5.1")
    phone.photo("32-too-many")
    phone.takes("TooManyScans", "5.1a")
    phone.sees("FingerprintNotRecognisedEnterPIN", "5.2")
    phone.photo("33-enter-pin")
    phone.takes("FingerprintNotRecognisedEnterPIN", "5.2a")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaDigiD")
    phone.took_all(["UC2.3/1.2d", "UC2.3/1.2e"])
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
    phone.sees("AddCardsViaDigiD")
    phone.device("passcode")
    locks(phone)
    touches_wrongly(phone)
    phone.sees("FingerprintNotRecognised", "4.1", "Vingerafdruk niet herkend")
    phone.takes("FingerprintNotRecognised", "4.1a")
    phone.sees("OpenWithPIN", "1.3")
    assert not page.problems


@ANDROID
def test_wrong_fingers_count_across_prompts_and_the_background_is_no_answer(phone, page):
    phone.registers(face=True)
    # Two mismatches per lock; the third time makes the fifth mismatch.
    for _ in range(2):
        locks(phone)
        touches_wrongly(phone)
        phone.takes("FingerprintNotRecognised", "4.1b")
        touches_wrongly(phone)
        phone.takes("FingerprintNotRecognised", "4.1a")
        phone.enters("OpenWithPIN", PIN)
        phone.sees("AddCardsViaDigiD")
    locks(phone)
    # In the background the prompt closes, which says nothing about the user: it opens again afterwards.
    for _ in range(2):
        page.locator(SCANNING).wait_for(state="visible")
        phone.device("background")
        page.locator(SCANNING).wait_for(state="detached")
        phone.device("foreground")
    touches_wrongly(phone)
    phone.sees("TooManyScans", "5.1")
    assert "UC2.3/1.2f" not in phone.rows()
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
    phone.sees("AddCardsViaDigiD")
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
        reads(phone, "FingerprintNotRecognised", language, scheme, "4.1b")
    touches_wrongly(phone)
    reads(phone, "TooManyScans", language, scheme, "5.1a")
    reads(phone, "FingerprintNotRecognisedEnterPIN", language, scheme, "5.2a")
    phone.sees("OpenWithPIN")


def reads(phone, screen, language, scheme, row):
    """Checks that a whole message is on the glass, and closes it."""
    box = phone.sees(screen)
    phone.photo(f"ladder-{screen}-{language}-{scheme}")
    expect(box).to_have_attribute("lang", language)
    phone.holds(f'[data-screen="{screen}"]', "box => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth")
    phone.takes(screen, row)

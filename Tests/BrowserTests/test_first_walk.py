# SPDX-License-Identifier: EUPL-1.2
"""From the first start to an unlocked wallet, as a person walks it."""
import re

import pytest
from phone import PIN, WRONG
from playwright.sync_api import expect

# Animations run in this test.
MOVES = True


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_from_first_start_to_an_unlocked_wallet(phone):
    # With the mouse and the keypad, as a person does.
    phone.types, phone.uses_mouse = False, True
    expect(phone.page.locator(f'.handset[data-kind="{phone.kind}"]')).to_have_count(1)
    phone.page.locator(f'#device [data-phone="{phone.kind}"]').wait_for(state="attached")
    phone.photo("00-home-screen")
    phone.launch()
    phone.sees("IntroductionAddingCards", "1.1")
    phone.photo("01-introduction-cards")
    phone.takes("IntroductionAddingCards", "1.1a")
    phone.sees("IntroductionSecureLogin", "1.2")
    phone.photo("02-introduction-login")
    phone.takes("IntroductionSecureLogin", "1.2b")
    phone.sees("IntroductionSharing", "1.3")
    phone.photo("03-introduction-sharing")
    phone.takes("IntroductionSharing", "1.3b")
    phone.sees("PrivacyConsiderations", "1.4")
    phone.photo("04-privacy")
    phone.takes("PrivacyConsiderations", "1.4c")
    phone.sees("PrivacyStatement", "2.1")
    phone.photo("05-privacy-statement")
    phone.takes("PrivacyStatement", "2.1a")
    phone.takes("PrivacyConsiderations", "1.4b")

    # LTC50: too simple, with the reason, and choose again
    phone.sees("ChoosePIN", "1.1")
    phone.photo("06-choose-pin")
    phone.enters("ChoosePIN", "123456")
    phone.sees("PINTooSimple", "2.1")
    phone.photo("07-pin-too-simple")
    phone.takes("PINTooSimple", "2.1a")
    phone.enters("ChoosePIN", PIN)

    # LTC48: the second entry differs once
    phone.sees("RepeatPIN", "1.3")
    phone.enters("RepeatPIN", WRONG)
    phone.sees("PINsDiffer", "3.1")
    phone.photo("08-pins-differ")
    phone.takes("PINsDiffer", "3.1a")
    phone.enters("RepeatPIN", PIN)

    # LTC51: registered with the real provider, then face or finger
    phone.sees("ConfigureBiometrics", "1.3", "Face ID" if phone.kind == "iphone" else "fingerprint")
    phone.photo("09-configure-biometrics")
    phone.takes("ConfigureBiometrics", "1.3a")
    phone.page.locator(".face-id").wait_for(state="visible")
    phone.photo("10-face-id")
    phone.device("face-match")
    phone.sees("WalletSecured", "1.5")
    phone.photo("11-wallet-secured")
    phone.takes("WalletSecured", "1.5a")

    # LTC70: the deletion code, in groups 4-4-4-4-2
    phone.sees("WriteDownDeletionCode", "1.6")
    groups = phone.page.locator('[data-screen="WriteDownDeletionCode"] .code .group').all_inner_texts()
    assert [len(group) for group in groups] == [4, 4, 4, 4, 2]
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{18}", "".join(groups))
    phone.photo("12-deletion-code")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaLogin", "1.1")
    phone.photo("13-add-cards-via-digid")

    # LTC32: killed and launched
    phone.kill()
    phone.photo("14-killed")
    phone.launch()
    phone.page.locator(".face-id").wait_for(state="visible")
    phone.photo("15-unlock-with-the-sensor")
    if phone.kind == "iphone":
        # LTC39: Face ID fails twice
        phone.device("face-no-match")
        phone.page.locator('[data-sensor="asks-to-try-again"]').wait_for(state="visible")
        phone.photo("16-face-not-recognised")
        phone.device("face-try-again")
        phone.device("face-no-match")
        phone.page.locator('[data-sensor="offers-fallback"]').wait_for(state="visible")
        phone.photo("17-face-not-recognised-again")
        phone.device("face-fallback")
    else:
        # LTC39: the phone counts to five
        for _ in range(4):
            phone.device("face-no-match")
            phone.page.locator('[data-sensor="scans-on"]').wait_for(state="visible")
        phone.device("face-no-match")
        phone.page.locator('[data-sensor="tells-lockout"]').wait_for(state="visible")
        phone.device("face-cancel")
        phone.page.locator('[data-sensor="leaves-fallback"]').wait_for(state="visible")
        phone.device("face-cancel")

    # LTC40: three wrong PINs, each with its message
    phone.sees("OpenWithPIN", "1.3")
    phone.photo("18-open-with-pin")
    for number, (step, words) in enumerate([("2.1", "try again"), ("3.1", "2 more attempts"), ("4.1", "1 more attempt")]):
        phone.enters("OpenWithPIN", WRONG)
        phone.sees("WrongPIN", step, re.compile(words, re.IGNORECASE))
        phone.photo(f"19-wrong-pin-{number + 1}")
        phone.takes("WrongPIN", step + "a")

    # LTC37
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin", "1.1")
    phone.photo("20-unlocked")
    sensor = ["UC2.3/1.2b", "UC2.3/1.2c"] if phone.kind == "iphone" else ["UC2.3/1.2d", "UC2.3/1.2e"]
    phone.took_all(sensor + ["UC1.2/2.1a", "UC1.1/1.4b", "PF2.9/2.1a", "PF2.9/3.1a", "UC2.1/1.4a", "UC2.1/1.6a", "PF2.8/1.1d",
                             "PF2.8/1.1e", "PF2.8/1.1f", "PF2.8/1.1a", "UC2.3/1.5b"])
    assert phone.page.problems == []

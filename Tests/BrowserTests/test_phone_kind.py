# SPDX-License-Identifier: EUPL-1.2
"""A phone is an iPhone or an Android phone as long as it lives."""
import subprocess

import pytest

from conftest import PROGRAM
from phone import PIN, Phone


@pytest.mark.parametrize("phone", ["android"], indirect=True)
def test_an_android_phone_stays_one_and_its_wallet_with_it(phone, page):
    phone.registers(face=True)
    phone.program.stop()

    # Another kind is refused in a sentence that says how to go on, and nothing is lost.
    answer = subprocess.run(
        [str(PROGRAM), "--state", str(phone.program.state), "--phone", "iphone"], capture_output=True, text=True, timeout=60)
    assert answer.returncode == 1
    assert "Android phone" in answer.stderr and "--fresh" in answer.stderr and "Nothing was changed" in answer.stderr

    # Without the option it is what it was.
    page.goto(phone.program.start())
    again = Phone(page, phone.program, "android")
    assert page.locator('.handset[data-kind="android"]').count() == 1
    again.launch()
    page.locator('.fingerprint[data-state="scanning"]').wait_for(state="visible")
    again.device("face-cancel")
    again.enters("OpenWithPIN", PIN)
    again.sees("AddCardsViaDigiD")
    assert "UC2.3/1.2f" in again.rows()
    again.program.stop()

    # Anew, of the other kind.
    page.goto(phone.program.start("--fresh", "--phone", "iphone"))
    assert page.locator('.handset[data-kind="iphone"]').count() == 1
    # The program was gone twice, which the page notices.
    assert all("ERR_" in problem or "Failed to load" in problem for problem in page.problems)


@pytest.mark.parametrize("phone", ["android"], indirect=True)
def test_a_rooted_android_phone_is_refused_by_its_attestation(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.device("rooted")
    phone.enters("ChoosePIN", PIN)
    phone.sees("RepeatPIN")
    phone.enters("RepeatPIN", PIN)
    phone.sees("DeviceInsecure")
    phone.photo("android-21-boot-loader-unlocked")
    assert "PF2.9/1.5b" in phone.rows()

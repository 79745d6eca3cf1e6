# SPDX-License-Identifier: EUPL-1.2
"""A phone stays an iPhone or an Android phone for its whole life."""
import subprocess

import pytest
from conftest import PROGRAM
from phone import PIN, Phone
from playwright.sync_api import expect


@pytest.mark.parametrize("phone", ["android"], indirect=True)
def test_an_android_phone_stays_an_android_phone_and_keeps_its_wallet(phone, page):
    phone.registers(face=True)
    phone.program.stop()

    # Another kind is refused with an explanation, and nothing is lost.
    answer = subprocess.run(
        [str(PROGRAM), "--patient", "--state", str(phone.program.state), "--phone", "iphone"], capture_output=True, text=True, timeout=240)
    assert answer.returncode == 1
    assert "Android phone" in answer.stderr and "--fresh" in answer.stderr and "Nothing was changed" in answer.stderr

    # Without the option the kind is unchanged.
    page.goto(phone.program.start())
    again = Phone(page, phone.program, "android")
    page.locator('.handset[data-kind="android"]').wait_for()
    again.launch()
    page.locator('.sensor-sheet[data-state="scanning"]').wait_for(state="visible")
    again.device("face-cancel")
    again.enters("OpenWithPIN", PIN)
    again.sees("AddCardsViaLogin")
    again.took("UC2.3/1.2f")
    again.program.stop()

    # A fresh phone, of the other kind.
    page.goto(phone.program.start("--fresh", "--phone", "iphone"))
    page.locator('.handset[data-kind="iphone"]').wait_for()
    # The program ended twice, which the page reports.
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
    phone.photo("21-boot-loader-unlocked")
    phone.took("PF2.9/1.5b")


def test_another_phone_chosen_in_the_panel_starts_as_new(phone, page):
    phone.registers(face=True)
    # The loss is explained before the button appears.
    expect(page.locator('[data-device="new-phone-android"]')).to_be_hidden()
    button = phone.control("new-phone-android")
    expect(page.locator('[data-group="new-phone"] .hint')).to_contain_text("PIN, cards and keys")
    phone.photo("86-panel-another-phone")
    phone.press(button)
    page.locator('.handset[data-kind="android"]').wait_for()
    page.locator(".home-screen").wait_for()
    expect(page).to_have_title("NL Wallet on a simulated Android phone")
    phone.page.locator('#device [data-phone="android"]').wait_for()
    android = Phone(page, phone.program, "android")
    android.registers(face=True)
    android.kill()
    android.launch()
    page.locator('.sensor-sheet[data-state="scanning"]').wait_for(state="visible")
    android.device("face-match")
    android.sees("AddCardsViaLogin")
    # A reopened page and a restarted program know the present phone.
    phone.program.stop()
    page.goto(phone.program.start())
    page.locator('.handset[data-kind="android"]').wait_for()
    # A new phone of the same kind: nothing is left of the wallet.
    phone.device("new-phone-android")
    phone.launch()
    phone.sees("IntroductionAddingCards")
    page.problems.clear()


def test_an_installed_update_lifts_the_block_of_the_version_before(phone, page):
    phone.registers()
    phone.device("policy-block")
    phone.device("clock-60")
    phone.sees("UpdateNeeded", "2.1")
    phone.device("install-next")
    page.locator(".home-screen").wait_for()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")
    phone.kill()
    phone.launch()
    phone.takes("OpenWithPIN", "1.3c")
    phone.sees("AboutApp", text="1.1.0")
    phone.photo("87-panel-next-version")
    phone.device("install-released")
    phone.launch()
    phone.sees("UpdateNeeded", "2.1")

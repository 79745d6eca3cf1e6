# SPDX-License-Identifier: EUPL-1.2
"""The app is deleted and installed again, or the phone is restored from a backup. A store that cannot be opened can be deleted."""
import pytest
from phone import PIN
from playwright.sync_api import expect

NEW = "358146"


def sets_up_anew(phone):
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", NEW)
    phone.enters("RepeatPIN", NEW)
    phone.sees("ConfigureBiometrics")
    phone.took_all(["UC1.2/2.4b", "startup/2.2a"])


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_an_app_that_is_installed_again_starts_as_new(phone, page):
    phone.registers(face=True)
    # The loss is explained before the button appears.
    expect(page.locator('[data-device="reinstall-app"]')).to_be_hidden()
    phone.control("reinstall-app").scroll_into_view_if_needed()
    keeps = "keeps its keys in the keychain" if phone.kind == "iphone" else "deletes the app's files and its keys"
    expect(page.locator('[data-group="reinstall"] .hint')).to_contain_text(keeps)
    phone.photo(f"88-panel-installed-again-{phone.kind}")
    phone.device("reinstall-app")
    page.locator(".home-screen").wait_for()
    phone.launch()
    sets_up_anew(phone)
    # The new wallet survives switching the phone off.
    phone.program.stop()
    page.goto(phone.program.start())
    phone.launch()
    phone.enters("OpenWithPIN", NEW)
    phone.sees("ConfigureBiometrics")
    page.problems.clear()


def test_a_phone_restored_from_its_own_backup_starts_as_new(phone, page):
    phone.registers()
    phone.control("restore-copy").scroll_into_view_if_needed()
    phone.photo("89-panel-restored")
    phone.device("restore-backup")
    page.locator(".home-screen").wait_for()
    phone.launch()
    sets_up_anew(phone)


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_copy_of_the_phone_belongs_to_another_phone_and_can_be_deleted(phone, page):
    phone.registers()
    phone.device("restore-copy")
    page.locator(".home-screen").wait_for()
    phone.launch()
    phone.sees("StoreProblem", text="belongs to another phone")
    phone.photo(f"90-store-of-other-phone-{phone.kind}")
    # A restart doesn't help, and answering the question with no changes nothing.
    phone.kill()
    phone.launch()
    phone.takes("StoreProblem", "Generic.delete")
    phone.sees("WipeAppData")
    phone.photo(f"91-store-of-other-phone-delete-{phone.kind}")
    phone.takes("WipeAppData", "1.1b")
    phone.takes("StoreProblem", "Generic.delete")
    phone.takes("WipeAppData", "1.1a")
    sets_up_anew(phone)
    phone.took_all(["startup/2.2b", "error/Generic.delete", "UC9.4/1.1b", "UC9.4/1.1a"])


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_phone_that_lost_only_its_device_key_says_so_and_the_wallet_can_be_deleted(phone, page):
    phone.registers()
    phone.device("lose-device-key")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("DeviceKeyLost", text="has lost the key of your wallet")
    phone.photo(f"90-device-key-lost-{phone.kind}")
    phone.takes("DeviceKeyLost", "Generic.help")
    phone.sees("HelpPage", text="deletion code")
    phone.takes("HelpPage", "1a")
    phone.takes("DeviceKeyLost", "Generic.delete")
    phone.takes("WipeAppData", "1.1a")
    sets_up_anew(phone)


def test_a_damaged_store_of_the_same_installation_is_not_treated_as_a_new_phone(phone, page):
    phone.registers()
    phone.program.stop()
    app = phone.program.state / "phone" / "app"
    for file in app.iterdir():
        file.unlink()
    page.goto(phone.program.start())
    phone.launch()
    phone.takes("StoreProblem", "Generic.help")
    phone.sees("HelpPage", text="deletion code")
    phone.photo("92-store-damaged-help")
    phone.takes("HelpPage", "1a")
    phone.takes("StoreProblem", "Generic.delete")
    phone.takes("WipeAppData", "1.1a")
    sets_up_anew(phone)
    page.problems.clear()

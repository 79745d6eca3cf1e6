# SPDX-License-Identifier: EUPL-1.2
"""The menu and what the settings change: PIN, language, face, deletion code, all data."""
from phone import PIN
from playwright.sync_api import expect

NEW = "583920"


def settings(phone):
    phone.obtains_pid()
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.sees("SettingsMenu")


def test_LTC45_a_changed_pin_opens_the_wallet_and_the_old_one_does_not(phone):
    phone.registers()
    settings(phone)
    phone.takes("SettingsMenu", "2.1b")
    phone.sees("ConfirmWithPIN")
    phone.photo("70-confirm-with-pin")
    phone.enters("ConfirmWithPIN", PIN)
    phone.enters("ChoosePIN", NEW)
    phone.enters("RepeatPIN", NEW)
    phone.sees("PINChanged")
    phone.photo("71-pin-changed")
    phone.takes("PINChanged", "1.3a")
    phone.sees("Dashboard")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WrongPIN")
    phone.takes("WrongPIN", "2.1a")
    phone.enters("OpenWithPIN", NEW)
    phone.sees("Dashboard")


def test_LTC30_the_whole_app_uses_the_chosen_language_also_after_a_restart(phone):
    phone.registers()
    settings(phone)
    phone.takes("SettingsMenu", "2.1d")
    phone.sees("ChangeLanguage", text="Language")
    phone.takes("ChangeLanguage", "1.1a")
    phone.sees("ChangeLanguage", text="Taal")
    phone.photo("72-language")
    phone.takes("ChangeLanguage", "1.1b")
    screen = phone.sees("SettingsMenu", text="Instellingen")
    expect(screen.locator('[data-row="2.1d"] .list-value')).to_have_text("Nederlands")
    phone.photo("73-settings-in-dutch")
    phone.kill()
    phone.launch()
    phone.sees("OpenWithPIN", text="Pincode vergeten")


def test_LTC61_a_face_is_enabled_in_the_settings(phone):
    phone.registers()
    settings(phone)
    row = phone.sees("SettingsMenu").locator('[data-row="2.1c"]')
    expect(row).to_have_accessible_name("Face ID Off")
    phone.takes("SettingsMenu", "2.1c")
    phone.sees("ChangeBiometrics")
    phone.photo("74-biometrics-off")
    phone.takes("ChangeBiometrics", "1.1a")
    phone.device("face-match")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("BiometricsEnabled")
    phone.takes("BiometricsEnabled", "1.4a")
    phone.sees("ChangeBiometrics")
    phone.photo("75-biometrics-on")
    phone.takes("ChangeBiometrics", "1.1c")
    row = phone.sees("SettingsMenu").locator('[data-row="2.1c"]')
    expect(row).to_have_accessible_name("Face ID On")
    phone.kill()
    phone.launch()
    phone.device("face-match")
    phone.sees("Dashboard")


def test_the_dashboard_offers_a_face_then_the_practice_of_the_pin_and_shows_the_last_activities(phone):
    entry = lambda number: phone.answers(phone.live("Dashboard").locator(f'[data-control="extra/{number}"]').first)
    phone.registers()
    phone.obtains_pid()
    entry("10d")
    phone.sees("Activity", "1.1", "was added to your wallet")
    phone.takes("Activity", "1.1e")
    entry("10b")
    phone.takes("ChangeBiometrics", "1.1a")
    phone.device("face-match")
    phone.enters("ConfirmWithPIN", PIN)
    phone.takes("BiometricsEnabled", "1.4a")
    phone.takes("ChangeBiometrics", "1.1c")
    entry("10c")
    phone.takes("PracticeOffer", "1b")
    phone.sees("Dashboard", text="Practise your PIN")
    phone.photo("76-dashboard-next-steps")


def test_LTC73_the_deletion_code_can_be_viewed_again(phone):
    phone.registers()
    settings(phone)
    phone.takes("SettingsMenu", "2.1h")
    phone.takes("AboutDeletionCode", "1.1a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("ShowDeletionCode")
    expect(phone.page.locator('[data-screen="ShowDeletionCode"] .code .group')).to_have_count(5)
    phone.takes("ShowDeletionCode", "1.3b")
    phone.sees("SettingsMenu")


def test_LTC21_removed_data_leaves_a_phone_as_at_its_first_start(phone):
    phone.registers()
    settings(phone)
    phone.takes("SettingsMenu", "2.1e")
    phone.takes("WipeAppData", "1.1a")
    phone.sees("IntroductionAddingCards")
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", NEW)
    phone.enters("RepeatPIN", NEW)
    phone.sees("ConfigureBiometrics")

# SPDX-License-Identifier: EUPL-1.2
"""The guided list of test cases is true: whoever presses Begin and does what a case says takes all its rows."""
import re

from phone import PIN, WRONG

NEXT = "620943"


def begin(phone, number):
    phone.device(f"case-{number}")
    phone.page.locator(".current-case h2").get_by_text(f"LTC{number} ").wait_for()


def passes(phone, number):
    """Waits until the panel says that the case in hand has passed."""
    card = phone.page.locator(".current-case")
    card.get_by_text(f"LTC{number} ").wait_for()
    card.locator('[data-case-state="passed"]').wait_for()
    phone.page.locator(f'[data-group="{number}"] .case-mark.passed').wait_for(state="attached")


def relaunch(phone):
    phone.kill()
    phone.launch()


def opens(phone, pin=PIN):
    phone.enters("OpenWithPIN", pin)


def test_LTC13_12_34_50_48_49_51_70_58_on_a_new_phone(phone):
    begin(phone, 13)
    phone.launch()
    phone.takes("IntroductionAddingCards", "1.1b")
    passes(phone, 13)
    begin(phone, 12)
    relaunch(phone)
    for screen, row in [("AddingCards", "1.1a"), ("SecureLogin", "1.2b"), ("Sharing", "1.3b")]:
        phone.takes(f"Introduction{screen}", row)
    phone.takes("PrivacyConsiderations", "1.4b")
    passes(phone, 12)
    begin(phone, 34)
    relaunch(phone)
    passes(phone, 34)
    phone.goes_through_introduction()
    begin(phone, 50)
    for pin in ["111111", "123456", "654321"]:
        phone.enters("ChoosePIN", pin)
        phone.takes("PINTooSimple", "2.1a")
    passes(phone, 50)
    begin(phone, 48)
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", "749206")
    phone.takes("PINsDiffer", "3.1a")
    passes(phone, 48)
    begin(phone, 49)
    phone.enters("RepeatPIN", "749207")
    phone.takes("PINsDifferAgain", "4.1a")
    passes(phone, 49)
    begin(phone, 51)
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")
    passes(phone, 51)
    begin(phone, 58)
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.sees("WalletSecured")
    relaunch(phone)
    opens(phone)
    passes(phone, 58)
    # The set-up goes on where the sensor is offered.
    begin(phone, 70)
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.takes("WalletSecured", "1.5a")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaDigiD")
    passes(phone, 70)


def test_LTC37_32_28_29_31_69_40_with_a_wallet(phone):
    phone.registers()
    for number in [37, 32]:
        begin(phone, number)
        relaunch(phone)
        opens(phone)
        passes(phone, number)
    begin(phone, 28)
    relaunch(phone)
    phone.takes("OpenWithPIN", "1.3c")
    phone.takes("AboutApp", "1.1c")
    passes(phone, 28)
    begin(phone, 29)
    phone.takes("OpenWithPIN", "1.3c")
    phone.takes("AboutApp", "1.1b")
    phone.takes("PrivacyStatement", "2.1a")
    passes(phone, 29)
    phone.takes("AboutApp", "1.1c")
    begin(phone, 31)
    phone.page.locator('[data-screen="OpenWithPIN"] [data-control="help/1"]').click()
    phone.takes("HelpPage", "1b")
    phone.sees("HelpPage", text="both answer")
    phone.takes("HelpPage", "1a")
    passes(phone, 31)
    begin(phone, 69)
    phone.device("link-disclosure")
    phone.sees("OpenWithPIN", text="to share data")
    opens(phone)
    phone.sees("FinishFirst", "3.1")
    passes(phone, 69)
    begin(phone, 40)
    relaunch(phone)
    for _ in range(3):
        opens(phone, WRONG)
        phone.page.locator('[data-screen="WrongPIN"] .button.primary').click()
    passes(phone, 40)


def test_LTC4_2_24_25_26_27_53_45_with_a_card(phone):
    phone.registers()
    begin(phone, 4)
    phone.opens_digid()
    phone.logs_in()
    phone.takes("VerifyYourData", "1.4b")
    phone.sees("DataRejected")
    passes(phone, 4)
    phone.takes("DataRejected", "5.1a")
    begin(phone, 2)
    phone.opens_digid()
    phone.logs_in()
    phone.sees("VerifyYourData")
    phone.device("network-unreachable")
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("ServerUnreachable")
    phone.device("network-online")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    phone.takes("CreateNewWallet", "1.9a")
    phone.takes("WalletIsReady", "1.10a")
    passes(phone, 2)
    card = phone.sees("Dashboard").locator(".pass").first
    assert card.locator(".pass-logo").get_attribute("alt") == "A crown" and "Valid until" in card.inner_text()
    phone.photo("90-dashboard-with-logo")
    begin(phone, 24)
    relaunch(phone)
    opens(phone)
    passes(phone, 24)
    begin(phone, 25)
    phone.page.locator('[data-screen="Dashboard"] button.pass').first.click()
    for row, screen, back in [("1.1a", "CardData", "2.1b"), ("1.1c", "AboutIssuer", None), ("1.1b", "CardActivities", None)]:
        phone.takes("CardOverview", row)
        phone.page.locator(f'[data-screen="{screen}"] .icon-button[data-escape]').click()
    phone.takes("CardOverview", "1.1g")
    passes(phone, 25)
    begin(phone, 26)
    phone.opens_menu()
    phone.takes("AppMenu", "1.1b")
    phone.takes("NeedHelp", "1.1h")
    phone.takes("AppMenu", "1.1g")
    phone.takes("AboutApp", "1.1c")
    passes(phone, 26)
    begin(phone, 27)
    phone.takes("AppMenu", "1.1e")
    phone.takes("SettingsMenu", "2.1d")
    phone.takes("ChangeLanguage", "1.1b")
    phone.takes("SettingsMenu", "2.1f")
    phone.takes("TransferInformation", "3.1a")
    phone.takes("SettingsMenu", "2.1a")
    passes(phone, 27)
    begin(phone, 53)
    phone.takes("AppMenu", "1.1i")
    phone.sees("OpenWithPIN")
    passes(phone, 53)
    opens(phone)
    begin(phone, 45)
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.page.locator('[data-screen="SettingsMenu"] .list-row').filter(has_text="Change PIN").click()
    phone.enters("ConfirmWithPIN", PIN)
    phone.enters("ChoosePIN", NEXT)
    phone.enters("RepeatPIN", NEXT)
    phone.sees("PINChanged")
    relaunch(phone)
    opens(phone, PIN)
    phone.page.locator('[data-screen="WrongPIN"] .button.primary').click()
    opens(phone, NEXT)
    passes(phone, 45)
    # The list says how many have passed.
    now = phone.page.locator('[data-group="guide"] .group-now').inner_text()
    assert re.match(r"8 of \d+ passed", now), now

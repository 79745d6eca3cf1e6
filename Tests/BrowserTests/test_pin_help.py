# SPDX-License-Identifier: EUPL-1.2
"""Help with the PIN: the idle time, reported wrong PINs, the deletion code, and the help page."""
import re

import pytest
from phone import PIN, WRONG
from playwright.sync_api import expect


def settings(phone):
    phone.opens_menu()
    phone.takes("AppMenu", "1.1e")
    phone.sees("SettingsMenu")


def to_the_deletion_code(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.takes("WalletSecured", "1.5a")
    return phone.sees("WriteDownDeletionCode")


def test_a_shorter_idle_time_applies_at_once_and_after_a_restart(phone):
    phone.registers()
    phone.obtains_pid()
    settings(phone)
    phone.answers(phone.live("SettingsMenu").locator('[data-control="extra/4a"]'))
    screen = phone.sees("IdleTime")
    expect(screen.locator('[aria-pressed="true"]')).to_have_text("5 minutes")
    phone.answers(screen.get_by_text("1 minute", exact=True))
    phone.page.locator('[data-screen="IdleTime"] [aria-pressed="true"]', has_text="1 minute").wait_for()
    phone.photo("76-lock-after")
    phone.takes("IdleTime", "1f")
    expect(phone.sees("SettingsMenu").locator('[data-row="4a"] .list-value')).to_have_text("1 minute")
    phone.device("clock-60")
    phone.sees("OpenWithPIN")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    settings(phone)
    phone.answers(phone.live("SettingsMenu").locator('[data-control="extra/4a"]'))
    phone.page.locator('[data-screen="IdleTime"] [aria-pressed="true"]', has_text="1 minute").wait_for()


def test_earlier_wrong_pins_are_reported_once_after_the_unlock(phone):
    phone.registers()
    phone.kill()
    phone.launch()
    for row in ("2.1", "3.1"):
        phone.enters("OpenWithPIN", WRONG)
        phone.sees("WrongPIN", row)
        phone.takes("WrongPIN", f"{row}a")
        phone.sees("OpenWithPIN")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WrongTriesNotice", text="2 times")
    phone.photo("77-wrong-tries")
    phone.takes("WrongTriesNotice", "1a")
    phone.sees("AddCardsViaLogin")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_LTC70_the_deletion_code_is_read_out_in_groups_and_a_wrong_group_is_refused(phone):
    screen = to_the_deletion_code(phone)
    groups = screen.locator(".code .group")
    code = groups.all_inner_texts()
    spoken = groups.evaluate_all("elements => elements.map(element => element.getAttribute('aria-label'))")
    assert spoken == [f"Group {number} of 5: {', '.join(group)}" for number, group in enumerate(code, 1)]
    phone.takes("WriteDownDeletionCode", "1.6a")
    entry = phone.sees("ConfirmDeletionCode")
    phone.photo("78-confirm-deletion-code")
    # An empty field sends nothing.
    phone.takes("ConfirmDeletionCode", "1a", is_heard=False)
    phone.sees("ConfirmDeletionCode")
    entry.locator("input").fill("zzzz")
    phone.page.keyboard.press("Enter")
    phone.sees("WriteDownDeletionCode", text="does not match your code")
    phone.photo("79-another-group")
    phone.takes("WriteDownDeletionCode", "1.6a")
    phone.sees("ConfirmDeletionCode")
    phone.takes("ConfirmDeletionCode", "1b")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaLogin")


def test_typed_letters_survive_a_lock_and_the_background_but_not_going_back_or_a_kill(phone):
    to_the_deletion_code(phone)
    phone.takes("WriteDownDeletionCode", "1.6a")
    field = phone.sees("ConfirmDeletionCode").locator("input")
    field.fill("q7")
    phone.device("lock-device")
    phone.device("foreground")
    phone.sees("OpenWithPIN")
    expect(phone.page.locator("#glass input")).to_have_count(0)
    assert "q7" not in phone.page.content()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("ConfirmDeletionCode")
    expect(field).to_have_value("q7")
    phone.device("background")
    phone.device("foreground")
    phone.sees("ConfirmDeletionCode")
    expect(field).to_have_value("q7")
    # Going back starts again.
    phone.takes("ConfirmDeletionCode", "1b")
    phone.takes("WriteDownDeletionCode", "1.6a")
    phone.sees("ConfirmDeletionCode")
    expect(field).to_have_value("")
    field.fill("q7")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.takes("ConfigureBiometrics", "1.3b")
    phone.takes("WalletSecured", "1.5a")
    phone.takes("WriteDownDeletionCode", "1.6a")
    phone.sees("ConfirmDeletionCode")
    expect(field).to_have_value("")


def test_the_printed_page_contains_only_the_deletion_code(phone):
    screen = to_the_deletion_code(phone)
    code = screen.locator(".code .group").all_inner_texts()
    phone.page.evaluate("window.print = () => { window.printed = true }")
    screen.get_by_role("button", name="Print").click()
    phone.until("() => window.printed")
    phone.page.emulate_media(media="print")
    text = phone.page.evaluate("document.body.innerText")
    assert [group for group in code if group not in text] == []
    for word in ("Guide", "Design", "I've written it down", "UC2.1", "09:"):
        assert word not in text, word
    phone.page.screenshot(path=str(phone.photos() / "80-printed-code.png"), full_page=True)
    phone.page.emulate_media(media="screen")
    phone.confirms_deletion_code()
    phone.sees("AddCardsViaLogin")
    phone.page.emulate_media(media="print")
    phone.until("() => document.body.innerText.trim() === ''")


@pytest.mark.parametrize("network, said", [("network-online", "both answer"), ("network-offline", "no internet connection")])
def test_help_while_locked_checks_the_connection(phone, network, said):
    phone.registers()
    phone.kill()
    phone.device(network)
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.takes("OpenWithPIN", "1.3c")
    phone.answers(phone.live("AboutApp").locator('[data-control="extra/2a"]'))
    phone.sees("HelpPage", text="What you can do")
    phone.takes("HelpPage", "1b")
    phone.sees("HelpPage", text=said)
    phone.photo(f"81-help-{network}")
    phone.takes("HelpPage", "1a")
    phone.takes("AboutApp", "1.1c")
    phone.sees("OpenWithPIN")


def test_the_lock_screen_has_its_own_help_with_the_help_desk_in_both_languages(phone):
    phone.registers()
    for name, call in [("language-nl", "Helpdesk bellen"), ("language-en", "Call the help desk")]:
        phone.device(name)
        phone.kill()
        phone.launch()
        phone.answers(phone.live("OpenWithPIN").locator('[data-control="extra/3a"]'))
        page = phone.sees("HelpPage", text=call)
        assert re.search(r"\+\d{6,15}", page.inner_text()) and re.search(r"\S+@\S+", page.inner_text())
        phone.photo(f"81-help-lock-{name}")
        phone.takes("HelpPage", "1a")
        phone.sees("OpenWithPIN")


def test_a_screen_without_a_help_row_has_the_same_help_and_comes_back(phone):
    phone.launch()
    phone.takes("IntroductionAddingCards", "1.1b")
    phone.takes("PrivacyConsiderations", "1.4c")
    phone.answers(phone.live("PrivacyStatement").locator('[data-control="extra/9a"]'))
    phone.sees("HelpPage", text="which data the app and our service keep")
    phone.photo("81-help-privacy-statement")
    phone.takes("HelpPage", "1a")
    phone.takes("PrivacyStatement", "2.1a")
    phone.takes("PrivacyConsiderations", "1.4b")
    phone.answers(phone.live("ChoosePIN").locator('[data-control="extra/9a"]'))
    phone.sees("HelpPage", text="choose the PIN of your wallet")
    phone.takes("HelpPage", "1a")
    phone.sees("ChoosePIN")
    phone.took_all(["extra/9a", "help/1a"])


def test_support_details_are_copied(phone):
    phone.page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    phone.launch()
    phone.sees("IntroductionAddingCards")
    phone.takes("IntroductionAddingCards", "1.1c")
    help_page = phone.sees("HelpPage", text="What this screen is for")
    help_page.get_by_role("button", name="Copy").click()
    help_page.get_by_text("Copied").wait_for()
    copied = phone.page.evaluate("window.copied")
    assert copied.splitlines()[0].startswith("App version: ") and "Configuration version: " in copied

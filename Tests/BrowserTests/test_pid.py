# SPDX-License-Identifier: EUPL-1.2
"""UC3.1, UC7.1, UC7.2 and UC2.3.2 with the real issuer: a login with DigiD in the phone's browser, a card on the dashboard, a new PIN."""
from phone import PIN
from playwright.sync_api import expect

NEW = "583920"
PERSON = "Willeke Liselotte De Bruijn"
SOMEBODY_ELSE = "Jan 't Hart"


def opens_again(phone, pin=PIN):
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", pin)


def at_the_preview(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in()
    return phone.sees("VerifyYourData", "1.4", "De Bruijn")


def forgets_pin(phone):
    """From the lock to the login for a new PIN."""
    phone.kill()
    phone.launch()
    phone.takes("OpenWithPIN", "1.3b")
    phone.takes("ForgotPIN", "6.1c")
    phone.takes("LogInForNewPIN", "1.2a")


def test_LTC1_from_the_first_start_to_a_card_on_the_dashboard_with_all_its_details(phone):
    phone.registers()
    phone.opens_digid()
    phone.photo("90-digid")
    phone.logs_in(PERSON)
    phone.sees("VerifyYourData", "1.4", "De Bruijn")
    phone.photo("91-verify-your-data")
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CreateNewWallet", "1.9")
    phone.photo("92-create-new-wallet")
    phone.takes("CreateNewWallet", "1.9a")
    phone.takes("WalletIsReady", "1.10a")
    phone.sees("Dashboard", "1.1")
    phone.photo("93-dashboard")
    expect(phone.page.locator('[data-screen="Dashboard"] button[data-row="1.1d"]')).to_have_count(1)
    phone.takes("Dashboard", "1.1d")
    phone.sees("CardOverview", "1.1")
    phone.photo("94-card")
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", "2.1", "De Bruijn")
    phone.photo("95-card-data")
    phone.takes("CardData", "2.1c")
    phone.takes("CardOverview", "1.1c")
    phone.takes("AboutIssuer", "4.1c")
    phone.takes("CardOverview", "1.1g")
    phone.sees("Dashboard")
    opens_again(phone)
    phone.sees("Dashboard", text="Identity card")
    phone.took_all(["UC3.1/1.1a", "UC3.1/1.2a", "UC3.1/1.3a", "UC3.1/1.4a", "UC3.1/1.5a", "UC3.1/1.6a", "UC3.1/1.7b", "UC3.1/1.9a",
                    "UC3.1/1.10a", "UC7.1/1.1d", "UC7.2/1.1a", "UC7.2/1.1c", "UC2.3/1.5a"])
    assert phone.page.problems == []


def test_after_a_kill_during_the_digid_login_the_redirect_launches_the_app_and_the_flow_continues_after_the_unlock(phone):
    phone.registers()
    phone.opens_digid()
    phone.kill()
    phone.logs_in(PERSON)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("VerifyYourData", "1.4", "De Bruijn")


def test_an_app_killed_during_the_digid_login_and_launched_by_hand_still_waits_for_digid_and_can_be_stopped(phone):
    phone.registers()
    phone.opens_digid()
    opens_again(phone)
    phone.takes("ContinueLogin", "1.2d")
    phone.takes("StopLogin", "4.1a")
    phone.takes("ContinueLogin", "1.2d")
    phone.takes("StopLogin", "4.1b")
    phone.takes("LoginProblem", "4.2a")
    phone.logs_in(PERSON)
    phone.sees("VerifyYourData", "1.4", "De Bruijn")


def test_after_a_kill_at_the_preview_the_same_data_is_shown_and_added(phone):
    before = at_the_preview(phone).inner_text()
    opens_again(phone)
    expect(phone.sees("VerifyYourData", "1.4", "De Bruijn")).to_have_text(before, use_inner_text=True)
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.takes("CreateNewWallet", "1.9a")
    phone.takes("WalletIsReady", "1.10a")
    phone.sees("Dashboard", text="Identity card")


def test_LTC3_a_failed_and_a_cancelled_login_are_reported_and_the_next_login_brings_the_data(phone):
    phone.registers()
    phone.taps(phone.opens_digid().get_by_text("It fails", exact=True))
    phone.logs_in(PERSON)
    phone.sees("LoginProblem", "2.1")
    phone.photo("97-login-failed")
    phone.took("UC3.1/1.2b")
    assert phone.rows().count("UC3.1/1.2b") == 1
    phone.takes("LoginProblem", "2.1a")
    phone.logs_in("Cancel")
    phone.sees("LoginProblem", "3.1")
    phone.took("UC3.1/1.2c")
    assert phone.rows().count("UC3.1/1.2c") == 1 and "UC3.1/1.3a" not in phone.rows()
    phone.takes("LoginProblem", "3.1a")
    phone.logs_in(PERSON)
    phone.sees("VerifyYourData", "1.4", "De Bruijn")


def test_LTC4_data_that_is_rejected_leaves_no_card(phone):
    at_the_preview(phone)
    phone.takes("VerifyYourData", "1.4b")
    phone.sees("DataRejected", "5.1")
    phone.takes("DataRejected", "5.1b")
    phone.takes("VerifyYourData", "1.4b")
    phone.takes("DataRejected", "5.1a")
    phone.sees("AddCardsViaLogin", "1.1")
    opens_again(phone)
    phone.sees("AddCardsViaLogin", "1.1")
    assert "UC3.1/1.6" not in phone.rows()


def test_LTC41_a_forgotten_pin_is_recovered_and_only_the_new_one_opens(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    forgets_pin(phone)
    phone.logs_in(PERSON)
    phone.enters("ChoosePIN", NEW)
    phone.enters("RepeatPIN", NEW)
    phone.sees("AccessRegained", "1.5")
    phone.photo("98-access-regained")
    phone.takes("AccessRegained", "1.5b")
    phone.sees("Activity", "1.1", "New PIN after a forgotten PIN")
    phone.takes("Activity", "1.1e")
    phone.takes("AccessRegained", "1.5a")
    phone.sees("Dashboard", text="Identity card")
    opens_again(phone)
    phone.sees("WrongPIN")
    phone.takes("WrongPIN", "2.1a")
    phone.enters("OpenWithPIN", NEW)
    phone.sees("Dashboard", text="Identity card")


def test_another_person_gets_no_new_pin_and_the_old_one_still_opens(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    forgets_pin(phone)
    phone.logs_in(SOMEBODY_ELSE)
    phone.sees("LoginProblem", "4.1")
    phone.photo("99-wrong-digid")
    phone.took("UC2.3.2/1.3d")
    assert "UC2.3.2/1.4" not in phone.rows()
    opens_again(phone)
    phone.sees("Dashboard", text="Identity card")


def test_LTC67_a_pid_that_its_issuer_revokes_says_so_on_the_dashboard_and_in_its_details(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    assert "Withdrawn" not in phone.sees("Dashboard", text="Identity card").inner_text()
    phone.device("revoke-pid")
    opens_again(phone)
    phone.sees("Dashboard", text="Withdrawn")
    phone.photo("100-card-revoked")
    phone.answers(phone.live("Dashboard").locator('[data-control="extra/10a"]'))
    phone.sees("CardOverview", "1.1", "The organisation that issued this card has withdrawn it.")
    phone.takes("CardOverview", "1.1g")
    phone.takes("Dashboard", "1.1d")
    phone.sees("CardOverview", "1.1", "The organisation that issued this card has withdrawn it.")
    phone.photo("101-card-revoked-details")
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", "2.1", "De Bruijn")
    phone.takes("CardData", "2.1c")
    phone.takes("CardOverview", "1.1b")
    phone.sees("Activities", text="Card withdrawn")
    phone.answers(phone.live("Activities").locator('button[data-row="1.1a"]').first)
    phone.sees("Activity", "1.1", "was withdrawn by the organisation that issued it")
    opens_again(phone)
    phone.sees("Dashboard", text="Withdrawn")
    phone.device("language-nl")
    phone.sees("Dashboard", text="Ingetrokken")
    assert phone.page.problems == []


def test_a_status_older_than_a_day_is_unknown_until_the_issuer_answers(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    phone.kill()
    phone.device("clock-86400")
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.device("network-slow")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard", text="Status not known").get_by_text("Status not known").first.wait_for(state="hidden")
    phone.sees("Dashboard", text="Identity card")


def test_LTC76_a_revoked_person_is_blocked_on_this_phone_and_on_the_next_phone(phone):
    phone.device("revoke-holder")
    phone.page.locator("#bench-alert").get_by_text("no wallet that could be revoked").wait_for()
    phone.registers()
    phone.device("revoke-holder")
    # A wallet without a PID has no known holder.
    phone.page.locator("#bench-alert").get_by_text("or no PID").wait_for()
    phone.obtains_pid(PERSON)
    phone.device("case-76")
    expect(phone.page.locator("#bench-alert")).to_have_text("")
    phone.device("revoke-holder")
    phone.kill()
    phone.launch()
    blocked = phone.sees("HolderBlocked", "4.1")
    assert blocked.get_by_role("button", name="new").count() == 0
    phone.page.locator('.current-case [data-case-state="passed"]').wait_for()
    phone.photo("110-holder-blocked")
    phone.takes("HolderBlocked", "4.1a")
    phone.sees("Contact", "4.2")
    phone.takes("Contact", "4.2b")
    phone.device("new-phone-iphone")
    phone.page.locator("#glass .home-screen").wait_for()
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("HolderBlocked", "4.1")
    phone.kill()
    phone.launch()
    phone.sees("HolderBlocked", "4.1")

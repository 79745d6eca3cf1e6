# SPDX-License-Identifier: EUPL-1.2
"""UC5.1 and UC5.2 when something fails: the organizations' tricks of the device column, a lock in the middle, no connection."""
import pytest
from phone import PIN, WRONG
from playwright.sync_api import expect
from sharing import (NAMES, PORTAL, SHOP, TOWN, approves, approves_login, asks_across, asks_here, back_at_the_dashboard, begins, has_card,
                     has_nothing, leaves_for, link_on, opens_link, result_of, shows, stops, web)


def plays(phone, trick):
    phone.device(f"verifier-{trick}")


def taps_link(phone):
    phone.taps(web(phone).locator("#link"))


def shared(phone):
    """From the success to the shop's result."""
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Adult")


# MARK: Who asks, and for what

def test_a_site_that_asks_for_more_than_it_registered_is_named_with_what_it_asks_for(phone):
    has_card(phone)
    plays(phone, "ask-too-much")
    asks_here(phone, SHOP)
    phone.sees("AsksTooMuch", "11.1", NAMES[SHOP])
    stops(phone, "AsksTooMuch", "11.1b")
    leaves_for(phone, "SharingStopped", "2.2b")
    has_nothing(shows(phone, "phone", "Declined"))
    # The next request is as it should be.
    plays(phone, "none")
    asks_here(phone, SHOP)
    approves(phone)
    shared(phone)


def test_a_portal_that_asks_for_more_than_the_number_shares_data_and_is_no_login(phone):
    has_card(phone)
    plays(phone, "ask-too-much")
    asks_here(phone, PORTAL)
    phone.sees("AsksTooMuch", "11.1", NAMES[PORTAL])
    assert not [row for row in phone.rows() if row.startswith("UC5.2")]


def test_a_certificate_that_nobody_vouches_for_ends_the_request_before_anything_is_asked(phone):
    has_card(phone)
    plays(phone, "change-certificate")
    asks_here(phone, SHOP)
    screen = phone.sees("VerifierFailed", "UnknownVerifier")
    # Nothing that such a request says is repeated.
    assert NAMES[SHOP] not in screen.inner_text()
    phone.photo("sharing-unknown-verifier")
    phone.takes("VerifierFailed", "UnknownVerifier.close")
    phone.sees("Dashboard")
    phone.took("UC5.1/1.1h")
    plays(phone, "none")
    assert result_of(phone, SHOP) in ("Waiting", "Failed")
    has_nothing(web(phone).locator("main"))


def test_a_request_without_a_registration_needs_its_own_tick_and_keeps_its_warning(phone):
    has_card(phone)
    plays(phone, "unregistered")
    asks_here(phone, SHOP)
    screen = phone.sees("RegistrationUnverified", "12.1", "The request came without a registration.")
    expect(screen.locator('[data-row="12.1a"]')).to_have_count(0)
    phone.photo("sharing-unregistered")
    phone.takes("RegistrationUnverified", "12.1c")
    phone.sees("ReportProblem", "8.1")
    phone.takes("ReportProblem", "8.1a")
    phone.takes("RegistrationUnverified", "15b")
    phone.takes("RegistrationUnverified", "12.1a")
    phone.sees("ShareWith", "1.4", "The request came without a registration.")
    approves(phone)
    shared(phone)
    phone.took_all(["UC5.1/1.1l", "UC5.1/12.1a", "UC5.1/11.2b"])


# MARK: The session ends

def test_a_session_that_ended_before_the_request_was_fetched_is_over(phone):
    has_card(phone)
    begins(phone, SHOP)
    plays(phone, "expire")
    taps_link(phone)
    phone.sees("SessionExpired", "SessionExpired", "Nothing was shared.")
    phone.photo("sharing-session-expired")
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("Dashboard")
    phone.took("UC5.1/1.1e")
    plays(phone, "none")
    assert result_of(phone, SHOP) == "Expired"


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_LTC20_a_session_that_ended_while_the_person_looked_gives_the_organization_nothing(phone):
    has_card(phone)
    asks_across(phone, SHOP)
    phone.takes("WebsiteCheck", "1.2a")
    phone.sees("ShareWith", "1.4")
    plays(phone, "expire")
    approves(phone)
    # The data went there all the same: the screen does not hide it.
    phone.sees("SessionExpired", text="Your data arrived there after the session was over.")
    phone.sees("SessionExpired", text="scan the new QR code")
    phone.took("UC5.1/1.7f")
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("Dashboard")
    has_nothing(shows(phone, "laptop", "Expired"))


def test_the_time_of_a_session_ends_while_the_approval_is_on_the_glass(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    phone.device("clock-3600")
    # The wallet has also locked in the meantime.
    phone.enters("OpenWithPIN", PIN)
    phone.sees("SessionExpired", text="Nothing was shared.")
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("Dashboard")
    assert result_of(phone, SHOP) in ("Expired", "OtherBrowser")


# MARK: The organization does not answer

def test_a_request_that_cannot_be_fetched_is_fetched_again(phone):
    has_card(phone)
    begins(phone, SHOP)
    # The browser's own page would be gone as well.
    link = link_on(phone, "phone")
    plays(phone, "vanish")
    opens_link(phone, link)
    phone.sees("ServerUnreachable", "ServerUnreachable")
    phone.photo("sharing-unreachable")
    phone.took("UC5.1/1.1g")
    # Back asks whether to stop, and *No* tries again.
    phone.takes("ServerUnreachable", "13a")
    phone.takes("StopSharing", "2.1b")
    phone.sees("ServerUnreachable")
    plays(phone, "none")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    approves(phone)
    shared(phone)


def test_an_answer_that_nobody_takes_is_sent_again_with_the_same_approval(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    plays(phone, "vanish")
    approves(phone)
    phone.sees("ServerUnreachable", "ServerUnreachable")
    phone.took("UC5.1/1.7c")
    plays(phone, "none")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    shared(phone)
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC5.1/1.4a", "UC5.1/1.5a", "UC5.1/1.7a"]] == [1, 1, 1]


def test_an_organization_that_answers_late_keeps_the_app_at_the_sending(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    plays(phone, "answer-late")
    approves(phone)
    screen = phone.sees("SharingData", "1.7")
    # What is on its way cannot be stopped.
    expect(screen.locator("button")).to_have_count(0)
    phone.photo("sharing-sending")
    plays(phone, "none")
    shared(phone)


def test_a_lost_answer_may_have_arrived_and_the_same_bytes_are_sent_again(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    plays(phone, "lose-answer")
    approves(phone)
    phone.sees("MayHaveArrived", "14.1", "may have your data")
    phone.photo("sharing-may-have-arrived")
    # Again without an answer: still not sure.
    phone.takes("MayHaveArrived", "14.1a")
    phone.took("UC5.1/1.7g", 2)
    phone.sees("MayHaveArrived", "14.1")
    plays(phone, "none")
    phone.takes("MayHaveArrived", "14.1a")
    shared(phone)
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC5.1/1.4a", "UC5.1/1.5a", "UC5.1/1.7a"]] == [1, 1, 1]


def test_after_a_lost_answer_the_site_on_the_laptop_has_the_result_and_the_app_does_not_claim_otherwise(phone):
    has_card(phone)
    asks_across(phone, SHOP)
    phone.takes("WebsiteCheck", "1.2a")
    phone.sees("ShareWith", "1.4")
    plays(phone, "lose-answer")
    approves(phone)
    phone.sees("MayHaveArrived", "14.1", "may have your data")
    shows(phone, "laptop", "Adult")
    phone.takes("MayHaveArrived", "14.1c")
    phone.sees("Dashboard", text="Identity card")
    assert "UC5.1/1.6" not in phone.rows()


def test_a_login_whose_answer_is_lost_says_that_one_may_be_logged_in(phone):
    has_card(phone)
    asks_here(phone, PORTAL)
    phone.sees("LogInAt", "1.3")
    plays(phone, "lose-answer")
    approves_login(phone)
    phone.sees("MayHaveArrived", "14.1", "You may be logged in")
    plays(phone, "none")
    phone.takes("MayHaveArrived", "14.1a")
    phone.sees("LoggedIn", "1.7")
    leaves_for(phone, "LoggedIn", "1.7a")
    shows(phone, "phone", "LoggedIn", "•••••1772")


# MARK: No connection

def test_without_a_connection_the_request_waits_for_one(phone):
    has_card(phone)
    begins(phone, SHOP)
    # The browser's own page would be gone as well.
    link = link_on(phone, "phone")
    phone.device("network-offline")
    opens_link(phone, link)
    phone.sees("NoInternet", "NoInternet")
    phone.took("UC5.1/1.1f")
    phone.device("network-online")
    phone.takes("NoInternet", "NoInternet.retry")
    approves(phone)
    shared(phone)


def test_a_connection_that_is_lost_at_the_sending_is_told_and_the_same_answer_goes_out_later(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    phone.device("network-slow")
    approves(phone)
    phone.sees("SharingData", "1.7")
    phone.device("network-offline")
    phone.sees("NoInternet", "NoInternet")
    phone.took("UC5.1/1.7b")
    phone.device("network-online")
    phone.takes("NoInternet", "NoInternet.retry")
    shared(phone)
    assert phone.rows().count("UC5.1/1.5a") == 1


# MARK: A lock in the middle

def locks(phone):
    phone.device("lock-device")
    phone.device("foreground")


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_lock_at_the_approval_leads_back_to_it_without_an_approval(phone):
    has_card(phone)
    asks_here(phone, TOWN)
    before = phone.sees("ShareWith", "1.4").inner_text()
    locks(phone)
    phone.enters("OpenWithPIN", PIN)
    expect(phone.sees("ShareWith", "1.4")).to_have_text(before, use_inner_text=True)
    phone.took("UC5.1/1.3a", 2)
    approves(phone)
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Form", "Turfmarkt")


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_lock_at_the_pin_voids_the_approval_and_the_request_is_looked_at_again(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.takes("ShareWith", "1.4a")
    phone.enters("ConfirmWithPIN", PIN[:3])
    locks(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("LookAgain", "13.1", "The app was locked after you agreed.")
    phone.photo("sharing-look-again")
    phone.took("UC5.1/1.5d")
    phone.takes("LookAgain", "13.1a")
    approves(phone)
    shared(phone)
    assert phone.rows().count("UC5.1/1.5a") == 1


def test_a_person_who_stops_instead_of_looking_again_shares_nothing(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.takes("ShareWith", "1.4a")
    phone.sees("ConfirmWithPIN", "1.1")
    locks(phone)
    phone.enters("OpenWithPIN", PIN)
    stops(phone, "LookAgain", "13.1b")
    leaves_for(phone, "SharingStopped", "2.2b")
    has_nothing(shows(phone, "phone", "Declined"))


def test_a_lock_at_the_website_check_keeps_the_request_and_its_address(phone):
    has_card(phone)
    host = asks_across(phone, SHOP)
    locks(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WebsiteCheck", "1.2", host)
    phone.takes("WebsiteCheck", "1.2a")
    approves(phone)
    phone.sees("DataShared", "1.6")
    shows(phone, "laptop", "Adult")


def test_a_lock_after_the_success_drops_the_way_back(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    approves(phone)
    phone.sees("DataShared", "1.6")
    locks(phone)
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard", text="Identity card")
    # The code of the wallet was lost with it: the site cannot know whose answer it is.
    assert result_of(phone, SHOP) == "NotConfirmed"
    has_nothing(web(phone).locator("main"))


# MARK: The PIN

def test_a_wrong_pin_shares_nothing_and_the_right_one_does(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    approves(phone, WRONG)
    phone.sees("WrongPIN", "2.1")
    assert "UC5.1/1.5a" not in phone.rows()
    phone.takes("WrongPIN", "2.1a")
    phone.enters("ConfirmWithPIN", PIN)
    shared(phone)


def test_the_pin_pad_is_cancelled_into_the_question_whether_to_stop(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.takes("ShareWith", "1.4a")
    phone.takes("ConfirmWithPIN", "1.1d")
    phone.sees("StopSharing", "2.1")
    phone.takes("StopSharing", "2.1b")
    phone.enters("ConfirmWithPIN", PIN)
    shared(phone)
    phone.took("UC5.1/1.5b")


# MARK: A second request

def test_a_second_link_while_a_session_lives_changes_nothing(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    before = phone.sees("ShareWith", "1.4").inner_text()
    # Also an offer of cards, and a link that another app has scanned.
    for number, link in enumerate(["disclosure", "offer", "disclosure-based-issuance", "scanned"], 1):
        phone.device(f"link-{link}")
        phone.sees("FinishFirst", "6.1")
        if number == 1:
            phone.photo("sharing-second-link")
        phone.takes("FinishFirst", "6.1a")
        phone.took("PF2.7/6.1a", number)
        expect(phone.sees("ShareWith", "1.4")).to_have_text(before, use_inner_text=True)
    # A link that begins nothing is not even told: a login that nobody waits for, one that moves a wallet, and no link of ours.
    for number, link in enumerate(["redirect", "transfer", "invalid"], 1):
        phone.device(f"link-{link}")
        phone.took("PF2.7/1.2c", number)
        expect(phone.sees("ShareWith", "1.4")).to_have_text(before, use_inner_text=True)
    stops(phone, "ShareWith", "1.4f")
    back_at_the_dashboard(phone, "SharingStopped", "2.2a")

# SPDX-License-Identifier: EUPL-1.2
"""UC5.1, UC5.2 and UC9.9, killed and launched at every screen of a session: what is on the glass and what the site says must agree."""
import pytest
from kills import launched_again
from phone import PIN
from playwright.sync_api import expect
from sharing import (HOSTS, PORTAL, SHOP, TOWN, approves, approves_login, asks_across, asks_here, begins, goes_to, has_card, has_nothing,
                     leaves_for, link_on, opens_link, result_of, scans, shows, web)


# MARK: Before the answer is sent

def fetching(phone):
    begins(phone, SHOP)
    link = link_on(phone, "phone")
    phone.device("network-slow")
    opens_link(phone, link)
    phone.sees("FetchingRequest", "1.1")


def at_the_approval(phone):
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")


def looks_at_the_data(phone):
    at_the_approval(phone)
    phone.takes("ShareWith", "1.4c")
    phone.takes("AboutSharing", "4.1b")
    phone.sees("RequestedData", "4.2", "18 or older")


def looks_at_the_organization(phone):
    at_the_approval(phone)
    phone.takes("ShareWith", "1.4b")
    phone.sees("AboutOrganization", "7.1")


def reads_the_agreement(phone):
    at_the_approval(phone)
    phone.takes("ShareWith", "1.4g")
    phone.sees("SharingAgreement", "6.1")


def asked_whether_to_stop(phone):
    at_the_approval(phone)
    phone.takes("ShareWith", "1.4f")
    phone.sees("StopSharing", "2.1")


def reports(phone):
    asked_whether_to_stop(phone)
    phone.takes("StopSharing", "2.1c")
    phone.sees("ReportProblem", "8.1")


def before_the_pin(phone):
    at_the_approval(phone)
    phone.takes("ShareWith", "1.4a")
    phone.sees("ConfirmWithPIN", "1.1")


def half_of_the_pin(phone):
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", PIN[:3])


def pin_is_judged(phone):
    before_the_pin(phone)
    phone.device("network-slow")
    before = phone.rows().count("PF2.8/1.1")
    phone.enters("ConfirmWithPIN", PIN)
    phone.took("PF2.8/1.1", before + 1)


def looks_again(phone):
    before_the_pin(phone)
    phone.device("lock-device")
    phone.device("foreground")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("LookAgain", "13.1")


def without_a_connection(phone):
    begins(phone, SHOP)
    link = link_on(phone, "phone")
    phone.device("network-offline")
    opens_link(phone, link)
    phone.sees("NoInternet")


EARLY = [fetching, at_the_approval, looks_at_the_data, looks_at_the_organization, reads_the_agreement, asked_whether_to_stop, reports,
         before_the_pin, half_of_the_pin, pin_is_judged, looks_again, without_a_connection]


def test_a_kill_before_the_sending_ends_the_session_and_the_site_has_nothing(phone):
    has_card(phone)
    for way in EARLY:
        way(phone)
        launched_again(phone, PIN)
        phone.sees("Dashboard", "1.1", "Identity card")
        assert result_of(phone, SHOP) == "Waiting", way.__name__
        has_nothing(web(phone).locator("main"))
    assert not [row for row in phone.rows() if row in ("UC5.1/1.5a", "UC5.1/1.7a")]
    # The next request is answered.
    at_the_approval(phone)
    approves(phone)
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Adult")
    assert phone.page.problems == []


def test_the_link_of_a_killed_session_can_be_opened_again_or_is_over(phone):
    has_card(phone)
    begins(phone, SHOP)
    link = link_on(phone, "phone")
    opens_link(phone, link)
    phone.sees("ShareWith", "1.4")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    # A request is served once (F42).
    opens_link(phone, link)
    phone.sees("SessionExpired", text="Nothing was shared.")
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("Dashboard", "1.1")


def test_a_kill_after_the_stop_leaves_it_stopped(phone):
    has_card(phone)
    asked_whether_to_stop(phone)
    phone.takes("StopSharing", "2.1a")
    phone.sees("SharingStopped", "2.2")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    assert result_of(phone, SHOP) == "Declined"


def test_a_kill_at_the_warning_of_a_greedy_request_ends_it(phone):
    has_card(phone)
    phone.device("verifier-ask-too-much")
    asks_here(phone, SHOP)
    phone.sees("AsksTooMuch", "11.1")
    phone.takes("AsksTooMuch", "15b")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    phone.device("verifier-unregistered")
    asks_here(phone, SHOP)
    # Nothing was accepted for this request.
    screen = phone.sees("RegistrationUnverified", "12.1")
    expect(screen.locator('[data-row="15b"]')).to_have_attribute("aria-checked", "false")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    assert result_of(phone, SHOP) == "Waiting"


# MARK: From the laptop's screen

def test_a_kill_at_the_scanner_or_at_the_website_check_ends_the_session(phone):
    has_card(phone)
    phone.device("camera-granted")
    scans(phone)
    phone.sees("ScanQRCode", "1.3")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    asks_across(phone, SHOP)
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    shows(phone, "laptop", "Fetched")
    # The laptop begins again; the phone is still before it.
    assert result_of(phone, SHOP, "laptop") == "Waiting"
    phone.device("take-away")
    asks_across(phone, SHOP)
    phone.takes("WebsiteCheck", "1.2a")
    approves(phone)
    phone.sees("DataShared", "1.6")
    shows(phone, "laptop", "Adult")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    shows(phone, "laptop", "Adult")


# MARK: While and after it is sent

def may_have_arrived(phone):
    """After the launch: not sure, and the same bytes once more."""
    phone.sees("MayHaveArrived", "14.1")
    phone.device("verifier-none")
    phone.takes("MayHaveArrived", "14.1a")


def test_a_kill_at_the_sending_may_have_shared_and_the_same_bytes_are_sent_again(phone):
    has_card(phone)
    at_the_approval(phone)
    phone.device("verifier-answer-late")
    approves(phone)
    phone.sees("SharingData", "1.7")
    launched_again(phone, PIN)
    may_have_arrived(phone)
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Adult")
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC5.1/1.5a", "UC5.1/1.7a"]] == [1, 1]


def test_a_kill_at_the_sending_from_the_laptops_screen_agrees_with_the_laptop(phone):
    has_card(phone)
    asks_across(phone, SHOP)
    phone.takes("WebsiteCheck", "1.2a")
    phone.sees("ShareWith", "1.4")
    phone.device("verifier-answer-late")
    approves(phone)
    phone.sees("SharingData", "1.7")
    shows(phone, "laptop", "Adult")
    launched_again(phone, PIN)
    may_have_arrived(phone)
    phone.sees("DataShared", "1.6", "Go on at the screen")
    shows(phone, "laptop", "Adult")


def test_a_kill_where_the_answer_may_have_arrived_comes_back_to_it_until_it_is_closed(phone):
    has_card(phone)
    at_the_approval(phone)
    phone.device("verifier-lose-answer")
    approves(phone)
    phone.sees("MayHaveArrived", "14.1")
    for _ in range(2):
        launched_again(phone, PIN)
        phone.sees("MayHaveArrived", "14.1")
    phone.takes("MayHaveArrived", "14.1c")
    phone.sees("Dashboard", "1.1")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    # The answer is there, but the code of the wallet never came back with it.
    assert result_of(phone, SHOP) == "NotConfirmed"


def test_a_kill_at_the_success_drops_the_way_back(phone):
    has_card(phone)
    at_the_approval(phone)
    approves(phone)
    phone.sees("DataShared", "1.6")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    assert result_of(phone, SHOP) == "NotConfirmed"
    has_nothing(web(phone).locator("main"))


def test_a_kill_on_the_way_back_leaves_the_result_at_the_website(phone):
    has_card(phone)
    at_the_approval(phone)
    approves(phone)
    phone.sees("DataShared", "1.6")
    phone.device("network-slow")
    leaves_for(phone, "DataShared", "1.6b")
    # The page is on its way; it is the browser's, not the app's.
    phone.kill()
    shows(phone, "phone", "Adult")
    phone.device("network-online")
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard", "1.1")
    # The address is followed once.
    assert phone.rows().count("UC5.1/1.6b") == 1
    assert result_of(phone, SHOP) == "Adult"


# MARK: The login

@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_login_killed_at_its_approval_or_sending_agrees_with_the_portal(phone):
    has_card(phone)
    asks_here(phone, PORTAL)
    phone.sees("LogInAt", "1.3")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    assert result_of(phone, PORTAL) == "Waiting"
    asks_here(phone, PORTAL)
    phone.sees("LogInAt", "1.3")
    phone.device("verifier-answer-late")
    approves_login(phone)
    phone.sees("SharingData", "1.8")
    launched_again(phone, PIN)
    may_have_arrived(phone)
    phone.sees("LoggedIn", "1.7")
    leaves_for(phone, "LoggedIn", "1.7a")
    shows(phone, "phone", "LoggedIn", "•••••1772")


# MARK: Whose answer it is, with a kill in between (session fixation)

def test_the_killed_way_back_of_a_victim_gives_a_stranger_nothing_either(phone):
    has_card(phone)
    begins(phone, TOWN, "laptop")
    opens_link(phone, link_on(phone, "laptop"))
    approves(phone)
    phone.sees("DataShared", "1.6")
    launched_again(phone, PIN)
    phone.sees("Dashboard", "1.1")
    # Nobody has the code now: the stranger's browser has the session, and gets no data.
    goes_to(phone, "laptop", HOSTS[TOWN], "/return")
    has_nothing(shows(phone, "laptop", "NotConfirmed"))

# SPDX-License-Identifier: EUPL-1.2
"""UC5.1 and UC5.2 with the demo's web sites: sharing and logging in, on this phone and from the laptop's screen (UC9.9)."""
import re

import pytest
from playwright.sync_api import expect
from sharing import (HOSTS, NAMES, PORTAL, RAFFLE, SHOP, TOWN, approves, approves_login, asks_across, asks_here, back_at_the_dashboard,
                     begins, goes_to, has_card, has_nothing, is_host_of_laptop, leaves_for, link_on, opens_link, result_of, shows, stops,
                     web)

pytestmark = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

# Data that the raffle has registered, and data that it has not, as words of the app.
REGISTERED = re.compile("first name|given name|last name|surname|family name", re.IGNORECASE)
NOT_REGISTERED = ["birth", "sex", "photo|picture|portrait"]


# MARK: The shop

def test_LTC15_the_shop_checks_the_age_on_this_phone_and_the_way_back_shows_the_result(phone):
    has_card(phone)
    begins(phone, SHOP)
    phone.photo("sharing-shop-asks")
    phone.taps(web(phone).locator("#link"))
    screen = phone.sees("ShareWith", "1.4", NAMES[SHOP])
    # The names of the data and what it is for, and no value.
    assert "Check that you are 18 or older" in screen.inner_text() and "1997" not in screen.inner_text()
    phone.photo("sharing-share-with")
    phone.takes("ShareWith", "1.4c")
    phone.takes("AboutSharing", "4.1b")
    data = phone.sees("RequestedData", "4.2", "18 or older").inner_text()
    # One fact, and not the date that it comes from.
    assert "Yes" in data and "1997" not in data
    phone.photo("sharing-requested-data")
    phone.takes("RequestedData", "4.2c")
    phone.takes("AboutSharing", "4.1e")
    phone.takes("ShareWith", "1.4b")
    phone.sees("AboutOrganization", "7.1", "De Kurk Wijnimport B.V.")
    phone.photo("sharing-about-organization")
    phone.takes("AboutOrganization", "7.1b")
    phone.takes("ShareWith", "1.4g")
    phone.sees("SharingAgreement", "6.1", "Check that you are 18 or older")
    phone.photo("sharing-agreement")
    phone.takes("SharingAgreement", "6.1b")
    approves(phone)
    phone.sees("DataShared", "1.6", "Go on at the website.")
    phone.photo("sharing-shared")
    leaves_for(phone, "DataShared", "1.6b")
    main = shows(phone, "phone", "Adult", "You are over 18")
    has_nothing(main)
    phone.photo("sharing-shop-result")
    phone.took_all(["PF2.7/1.3b", "UC5.1/1.1b", "UC5.1/1.3a", "UC5.1/1.4a", "UC5.1/1.5a", "UC5.1/1.7a", "UC5.1/1.6b"])
    assert phone.rows().count("UC5.1/1.7a") == 1
    # The address is followed once.
    phone.device("foreground")
    phone.sees("DataShared", "1.6", "Open your browser yourself")
    back_at_the_dashboard(phone, "DataShared", "1.6e")
    assert phone.page.problems == []


def test_a_minor_shares_that_she_is_not_18_and_the_shop_does_not_sell(phone):
    phone.registers()
    phone.obtains_pid("Noa Sophie Janssen")
    asks_here(phone, SHOP)
    phone.takes("ShareWith", "1.4c")
    phone.takes("AboutSharing", "4.1b")
    data = phone.sees("RequestedData", "4.2", "18 or older").inner_text()
    assert "No" in data.split() and "2012" not in data
    phone.takes("RequestedData", "4.2c")
    phone.takes("AboutSharing", "4.1e")
    approves(phone)
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    main = shows(phone, "phone", "Minor", "We may not sell you this bottle.")
    assert not [value for value in ["Noa", "Janssen", "2012"] if value in main.inner_text()]
    phone.photo("sharing-shop-minor")


def test_closing_the_success_opens_the_website_as_well(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    approves(phone)
    phone.sees("DataShared", "1.6", NAMES[SHOP])
    leaves_for(phone, "DataShared", "1.6e")
    shows(phone, "phone", "Adult")
    phone.device("foreground")
    phone.sees("Dashboard", text="Identity card")


def test_LTC16_the_shop_checks_the_age_from_the_laptops_screen_after_the_website_check(phone):
    has_card(phone)
    host = asks_across(phone, SHOP)
    is_host_of_laptop(phone, host)
    phone.photo("sharing-website-check")
    phone.takes("WebsiteCheck", "1.2c")
    phone.sees("AboutWebsiteCheck", "3.1")
    phone.takes("AboutWebsiteCheck", "3.1a")
    phone.takes("WebsiteCheck", "1.2a")
    approves(phone)
    phone.sees("DataShared", "1.6", "Go on at the screen where you scanned the QR code.")
    phone.photo("sharing-shared-across")
    shows(phone, "laptop", "Adult", "You are over 18")
    phone.photo("sharing-laptop-result")
    # The phone's browser opens nothing.
    back_at_the_dashboard(phone, "DataShared", "1.6a")
    expect(phone.page.locator("#browser")).to_be_hidden()
    phone.took_all(["UC9.9/1.4a", "UC9.9/1.5b", "UC5.1/1.1a", "UC5.1/1.2a", "UC5.1/1.7a", "UC5.1/1.6a"])
    assert phone.page.problems == []


def test_the_next_code_is_scanned_after_a_session_from_the_laptop(phone):
    has_card(phone)
    asks_across(phone, SHOP)
    stops(phone, "WebsiteCheck", "1.2b")
    back_at_the_dashboard(phone, "SharingStopped", "2.2a")
    shows(phone, "laptop", "Declined")
    asks_again = asks_across(phone, SHOP)
    is_host_of_laptop(phone, asks_again)
    phone.takes("WebsiteCheck", "1.2a")
    approves(phone)
    phone.sees("DataShared", "1.6")
    shows(phone, "laptop", "Adult")


# MARK: The town hall

def test_the_town_hall_fills_in_the_address_and_gets_nothing_else(phone):
    has_card(phone)
    asks_here(phone, TOWN)
    approves(phone)
    phone.sees("DataShared", "1.6", NAMES[TOWN])
    leaves_for(phone, "DataShared", "1.6b")
    form = shows(phone, "phone", "Form", "Turfmarkt")
    expect(form.locator("dd")).to_have_text(["Willeke Liselotte", "De Bruijn", "Turfmarkt", "147", "2511 DP", "Den Haag"])
    assert "1997" not in form.inner_text()
    phone.photo("sharing-town-result")


# MARK: Stopping

@pytest.mark.parametrize("close", ["1.4e", "1.4f"], ids=["close", "stop"])
def test_LTC17_a_person_who_stops_shares_nothing_and_the_site_says_so(phone, close):
    has_card(phone)
    asks_here(phone, TOWN)
    phone.sees("ShareWith", "1.4")
    phone.takes("ShareWith", close)
    phone.sees("StopSharing", "2.1")
    phone.photo("sharing-stop")
    phone.takes("StopSharing", "2.1b")
    phone.sees("ShareWith", "1.4")
    stops(phone, "ShareWith", close)
    phone.sees("SharingStopped", text="only hears that it gets no data")
    phone.photo("sharing-stopped")
    leaves_for(phone, "SharingStopped", "2.2b")
    has_nothing(shows(phone, "phone", "Declined", "You have shared nothing"))
    phone.device("foreground")
    back_at_the_dashboard(phone, "SharingStopped", "2.2a")
    assert not [row for row in phone.rows() if row.startswith(("UC5.1/1.5", "UC5.1/1.7"))]


def test_a_person_who_stops_at_the_pin_or_at_the_website_check_shares_nothing(phone):
    has_card(phone)
    asks_across(phone, TOWN)
    phone.takes("WebsiteCheck", "1.2a")
    phone.takes("ShareWith", "1.4a")
    phone.sees("ConfirmWithPIN", "1.1")
    phone.takes("ConfirmWithPIN", "1.1c")
    phone.sees("ShareWith", "1.4")
    phone.took("UC5.1/1.5c")
    stops(phone, "ShareWith", "1.4f")
    back_at_the_dashboard(phone, "SharingStopped", "2.2a")
    has_nothing(shows(phone, "laptop", "Declined"))


def test_the_report_page_names_where_to_go_and_leads_back_to_the_request(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.takes("ShareWith", "1.4f")
    phone.takes("StopSharing", "2.1c")
    phone.sees("ReportProblem", "8.1")
    phone.photo("sharing-report")
    phone.answers(phone.live("ReportProblem").locator('button[data-row="8.1b"]').first)
    phone.sees("WhereToReport", "8.2")
    phone.photo("sharing-where-to-report")
    phone.takes("WhereToReport", "8.2a")
    phone.takes("ReportProblem", "8.1a")
    phone.sees("StopSharing", "2.1")


# MARK: The portal (UC5.2)

def test_LTC18_a_login_on_this_phone_shows_the_person_as_logged_in(phone):
    has_card(phone)
    asks_here(phone, PORTAL)
    screen = phone.sees("LogInAt", "1.3", NAMES[PORTAL])
    assert "999991772" not in screen.inner_text()
    phone.photo("login-log-in-at")
    phone.takes("LogInAt", "1.3b")
    phone.sees("AboutSharing", "4.1")
    phone.photo("login-about")
    phone.takes("AboutSharing", "4.1b")
    phone.sees("RequestedData", "4.2", "999991772")
    phone.takes("RequestedData", "4.2c")
    phone.takes("AboutSharing", "4.1e")
    approves_login(phone)
    phone.sees("LoggedIn", "1.7", NAMES[PORTAL])
    phone.photo("login-logged-in")
    leaves_for(phone, "LoggedIn", "1.7a")
    shows(phone, "phone", "LoggedIn", "•••••1772")
    phone.photo("login-portal")
    phone.took_all(["UC5.2/1.1b", "UC5.2/1.3a", "UC5.2/1.4a", "UC5.2/1.8a", "UC5.2/1.5b", "UC5.2/1.7a"])
    rows = phone.rows()
    # Known at once, or after the tenth of a second; the request was fetched once.
    assert ("PF2.7/1.3c" in rows) != ("UC5.1/1.1m" in rows)
    assert not [row for row in rows if row.startswith("UC5.1/1.") and row not in ("UC5.1/1.1", "UC5.1/1.1m")]


def test_LTC19_a_login_from_the_laptops_screen_shows_the_person_as_logged_in_there(phone):
    has_card(phone)
    is_host_of_laptop(phone, asks_across(phone, PORTAL))
    phone.takes("WebsiteCheck", "1.2a")
    approves_login(phone)
    phone.sees("LoggedIn", "1.6")
    shows(phone, "laptop", "LoggedIn", "•••••1772")
    back_at_the_dashboard(phone, "LoggedIn", "1.6a")
    phone.took_all(["UC5.2/1.1a", "UC5.2/1.2a", "UC5.2/1.5a", "UC5.2/1.6a"])


def test_a_login_that_is_stopped_logs_nobody_in(phone):
    has_card(phone)
    asks_here(phone, PORTAL)
    phone.sees("LogInAt", "1.3")
    stops(phone, "LogInAt", "1.3g", "UC5.2")
    leaves_for(phone, "SharingStopped", "2.2b")
    has_nothing(shows(phone, "phone", "Declined"))


# MARK: The greedy site

def warned(phone):
    """From the raffle to the warning; the data that is not registered is named, and what is registered is not."""
    asks_here(phone, RAFFLE)
    screen = phone.sees("AsksTooMuch", "11.1", "asks for more than it may")
    text = screen.inner_text()
    for name in NOT_REGISTERED:
        assert re.search(name, text, re.IGNORECASE), f"{name} is not named"
    assert not REGISTERED.search(text), text
    return screen


def test_a_site_that_asks_for_too_much_gets_it_only_after_the_warning_and_its_own_tick(phone):
    has_card(phone)
    screen = warned(phone)
    phone.photo("sharing-asks-too-much")
    # Without the tick there is nothing to continue with.
    expect(screen.locator('[data-row="15b"]')).to_have_attribute("aria-checked", "false")
    expect(screen.locator('[data-row="11.1a"]')).to_have_count(0)
    phone.takes("AsksTooMuch", "15b")
    phone.sees("AsksTooMuch").locator('[data-row="11.1a"]').wait_for()
    # And it can be taken back.
    phone.takes("AsksTooMuch", "15b")
    expect(phone.glass("AsksTooMuch").locator('[data-row="11.1a"]')).to_have_count(0)
    phone.takes("AsksTooMuch", "15b")
    phone.takes("AsksTooMuch", "11.1a")
    # The warning stays, and the photo needs a tick of its own.
    phone.sees("ShareWith", "1.4", "asks for more than it registered")
    expect(phone.glass("ShareWith").locator('[data-row="1.4a"]')).to_have_count(0)
    phone.photo("sharing-over-asking-approval")
    phone.takes("ShareWith", "15a")
    approves(phone)
    phone.sees("DataShared", "1.6", NAMES[RAFFLE])
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Ticket", "Willeke Liselotte")
    phone.photo("sharing-raffle-result")
    phone.took_all(["UC5.1/1.1k", "UC5.1/11.1a", "UC5.1/11.2b", "UC5.1/1.7a"])


def test_a_person_who_stops_at_the_warning_gives_the_greedy_site_nothing(phone):
    has_card(phone)
    warned(phone)
    stops(phone, "AsksTooMuch", "11.1b")
    leaves_for(phone, "SharingStopped", "2.2b")
    has_nothing(shows(phone, "phone", "Declined"))
    assert "UC5.1/11.2" not in phone.rows()


# MARK: Whose answer it is (session fixation, F55)

@pytest.mark.parametrize("site", [SHOP, PORTAL], ids=["sharing", "login"])
def test_a_stranger_whose_link_the_victim_opens_gets_neither_the_result_nor_the_login(phone, site):
    has_card(phone)
    # The stranger, on the laptop, begins a session and sends its link to the phone's owner, who approves.
    begins(phone, site, "laptop")
    opens_link(phone, link_on(phone, "laptop"))
    if site == SHOP:
        approves(phone)
        leaves_for(phone, "DataShared", "1.6b")
    else:
        approves_login(phone)
        leaves_for(phone, "LoggedIn", "1.7a")
    # The owner's browser did not begin: the site tells it nothing.
    has_nothing(shows(phone, "phone", "OtherBrowser"))
    phone.photo(f"sharing-fixation-{site}")
    # The stranger's browser did, but has no code of the wallet, and the verifier's page does not lead on.
    expect(shows(phone, "laptop", "Answered").locator("a.button")).to_have_count(0)
    for path in ["/return", "/return?response_code=" + "A" * 43, "/return?response_code="]:
        goes_to(phone, "laptop", HOSTS[site], path)
        has_nothing(shows(phone, "laptop", "NotConfirmed"))
    goes_to(phone, "laptop", HOSTS[site], "/done")
    has_nothing(shows(phone, "laptop", "OtherBrowser"))


def test_a_browser_without_a_session_of_its_own_gets_nothing_from_a_return_address(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    approves(phone)
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Adult")
    # The laptop has no cookie of the shop: it learns nothing, with a code or without.
    for path in ["/return", "/return?response_code=" + "A" * 43, "/done"]:
        begins_nowhere(phone)
        goes_to(phone, "laptop", HOSTS[SHOP], path)
        has_nothing(shows(phone, "laptop", "OtherBrowser"))
    assert result_of(phone, SHOP) == "Adult"


def begins_nowhere(phone):
    """Opens the shop's first page on the laptop without pressing its button."""
    phone.device(f"laptop-site-{SHOP}")
    shows(phone, "laptop", "Start")

# SPDX-License-Identifier: EUPL-1.2
"""Faults between the phone and the real issuer: the right screen, no partial card, and a retry that ends with a card."""
import sqlite3
from contextlib import closing

from phone import PIN

PERSON = "Willeke Liselotte De Bruijn"


def adds_it(phone):
    phone.sees("VerifyYourData", "1.4", "De Bruijn")
    phone.takes("VerifyYourData", "1.4a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.takes("CreateNewWallet", "1.9a")
    phone.takes("WalletIsReady", "1.10a")
    phone.sees("Dashboard", text="Identity card")


def test_an_issuer_that_is_unreachable_at_the_start_is_asked_again_on_retry(phone):
    phone.registers()
    phone.device("network-unreachable")
    phone.takes("AddCardsViaLogin", "1.1a")
    phone.sees("ServerUnreachable")
    phone.device("network-online")
    phone.takes("ServerUnreachable", "ServerUnreachable.retry")
    phone.obtains_pid(PERSON)


def test_after_a_connection_lost_while_the_data_is_fetched_a_retry_succeeds(phone):
    phone.registers()
    phone.opens_digid()
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("RetrievingData", "1.3")
    phone.device("network-offline")
    phone.sees("NoInternet")
    phone.photo("102-retrieving-offline")
    phone.took("UC3.1/1.3c")
    phone.device("network-online")
    phone.takes("NoInternet", "NoInternet.retry")
    adds_it(phone)


def test_a_connection_lost_while_the_card_is_added_leaves_no_card_and_a_retry_succeeds(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    phone.takes("VerifyYourData", "1.4a")
    phone.device("network-slow")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("AddingCard")
    phone.device("network-unreachable")
    phone.sees("ServerUnreachable")
    phone.took("UC3.1/1.6c")
    assert "UC3.1/1.6a" not in phone.rows()
    phone.kill()
    phone.device("network-online")
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    adds_it(phone)


def test_unreadable_answers_end_the_session_and_the_next_login_brings_the_card(phone):
    phone.registers()
    phone.opens_digid()
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("RetrievingData", "1.3")
    phone.device("network-garbage")
    phone.page.locator('[data-screen="IssuerFailed"], [data-screen="GenericError"]').first.wait_for(state="visible")
    phone.photo("103-retrieving-garbage")
    phone.took("UC3.1/1.3b")
    phone.device("network-online")
    phone.answers(phone.page.locator('#glass [aria-busy="false"] :is([data-row$=".retry"], [data-row$=".close"])').first)
    phone.sees("AddCardsViaLogin")
    phone.obtains_pid(PERSON)


def test_a_login_whose_code_has_expired_at_the_unlock_is_reported_and_can_be_repeated(phone):
    phone.registers()
    phone.opens_digid()
    phone.kill()
    phone.logs_in(PERSON)
    phone.sees("OpenWithPIN")
    phone.device("clock-60")
    phone.device("clock-60")
    phone.enters("OpenWithPIN", PIN)
    phone.sees("LoginProblem", "3.1")
    phone.took("UC3.1/1.2c")
    phone.takes("LoginProblem", "3.1a")
    phone.logs_in(PERSON)
    adds_it(phone)


def test_a_redirect_of_no_session_changes_nothing_and_the_login_can_be_repeated(phone):
    phone.registers()
    phone.opens_digid()
    phone.device("link-redirect")
    phone.sees("ContinueLogin")
    phone.photo("104-foreign-redirect")
    assert "UC3.1/1.2a" not in phone.rows()
    phone.takes("ContinueLogin", "1.2d")
    phone.takes("StopLogin", "4.1b")
    phone.takes("LoginProblem", "4.2a")
    phone.logs_in(PERSON)
    adds_it(phone)


def test_the_browser_is_on_the_phones_network(phone):
    phone.registers()
    phone.opens_digid()
    phone.device("network-offline")
    phone.logs_in(PERSON)
    fault = phone.page.locator('#browser [data-fault="offline"]')
    fault.wait_for(state="visible")
    phone.photo("105-browser-offline")
    phone.press(phone.page.locator("#browser .browser-app"))
    phone.device("network-online")
    phone.takes("ContinueLogin", "1.2d")
    phone.takes("StopLogin", "4.1b")
    phone.takes("LoginProblem", "4.2a")
    phone.login()
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.page.locator("#browser .browser-progress", has_text="Loading the page").wait_for(state="visible")
    phone.sees("RetrievingData", "1.3")
    phone.device("network-online")
    adds_it(phone)


def test_a_damaged_card_is_reported_on_the_dashboard_and_an_emptied_store_is_no_new_wallet(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    phone.sees("Dashboard", text="Identity card")
    phone.kill()
    store = next(phone.program.state.rglob("wallet.db"))
    with closing(sqlite3.connect(store)) as database, database:
        (name, sealed) = database.execute("SELECT name, sealed FROM copy ORDER BY name LIMIT 1").fetchone()
        database.execute("UPDATE copy SET sealed = ? WHERE name = ?", (sealed[:-1] + bytes([sealed[-1] ^ 1]), name))
        database.execute("UPDATE event SET sealed = randomblob(200)")
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard", text="Can't be read")
    phone.takes("Dashboard", "1.1d")
    phone.sees("CardOverview", text="Get the card again")
    phone.takes("CardOverview", "1.1b")
    phone.sees("Activities", text="damaged and can't be shown")
    phone.photo("107-activities-damaged")
    phone.kill()
    with closing(sqlite3.connect(store)) as database, database:
        for table in ["account", "pending", "preference", "received", "card", "copy", "event", "vault"]:
            database.execute(f"DELETE FROM {table}")
    emptied = store.read_bytes()
    phone.launch()
    phone.sees("StoreProblem")
    assert store.read_bytes() == emptied

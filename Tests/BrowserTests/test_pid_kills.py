# SPDX-License-Identifier: EUPL-1.2
"""UC3.1, killed and launched in every waiting state: for the user, for DigiD, for the issuer, for the provider."""
from kills import PERSON, back_in_the_app, launched_again, one_card, passes, walk
from phone import PIN, WRONG
from playwright.sync_api import expect


# Before the data is there

def offered(phone):
    phone.sees("AddCardsViaLogin", "1.1")


def login_begins(phone):
    phone.device("network-slow")
    phone.takes("AddCardsViaLogin", "1.1a")
    phone.took("UC3.1/1.1a")


def waits_for_login(phone):
    phone.takes("AddCardsViaLogin", "1.1a")
    back_in_the_app(phone)
    phone.sees("ContinueLogin", "1.2")


def asked_whether_to_stop(phone):
    phone.takes("ContinueLogin", "1.2d")
    phone.sees("StopLogin", "4.1")


def stopped(phone):
    asked_whether_to_stop(phone)
    phone.takes("StopLogin", "4.1b")
    phone.sees("LoginProblem", "4.2")


def not_let_in(phone):
    phone.taps(phone.opens_digid().get_by_text("It fails", exact=True))
    phone.logs_in(PERSON)
    phone.sees("LoginProblem", "2.1")


def cancelled_at_digid(phone):
    phone.opens_digid()
    phone.logs_in("Cancel")
    phone.sees("LoginProblem", "3.1")


def retrieving(phone):
    phone.opens_digid()
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("RetrievingData", "1.3")


def asked_whether_to_stop_retrieving(phone):
    retrieving(phone)
    phone.takes("RetrievingData", "1.3e")
    phone.sees("StopLogin", "4.1")


def rejected(phone):
    phone.takes("VerifyYourData", "1.4b")
    phone.takes("DataRejected", "5.1a")
    phone.sees("AddCardsViaLogin", "1.1")


def retrieving_without_a_connection(phone):
    retrieving(phone)
    phone.device("network-offline")
    phone.sees("NoInternet")


def test_an_issuance_survives_a_kill_in_every_wait_before_the_data_arrives(phone):
    phone.registers()
    offer, login, data = ("AddCardsViaLogin", "1.1"), ("ContinueLogin", "1.2"), ("VerifyYourData", "1.4")
    walk(phone, [
        (offered, offer), (login_begins, offer), (waits_for_login, login), (asked_whether_to_stop, login), (stopped, offer),
        (not_let_in, offer), (cancelled_at_digid, offer), (asked_whether_to_stop_retrieving, data), (rejected, offer),
        (retrieving_without_a_connection, data),
    ], PIN)
    phone.took_all(["UC3.1/1.2b", "UC3.1/1.2c", "UC3.1/1.2d", "UC3.1/1.3c", "UC3.1/5.1a"])
    phone.took("UC3.1/1.3a", 2)
    rows = phone.rows()
    assert rows.count("UC3.1/1.3a") == 2 and "UC3.1/1.5" not in rows
    assert phone.page.problems == []


# With the data on the glass

def asked_whether_incorrect(phone):
    phone.takes("VerifyYourData", "1.4b")
    phone.sees("DataRejected", "5.1")


def before_the_pin(phone):
    phone.takes("VerifyYourData", "1.4a")
    phone.sees("ConfirmWithPIN", "1.1")


def half_of_the_pin(phone):
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", PIN[:3])


def forgot_the_pin(phone):
    before_the_pin(phone)
    phone.takes("ConfirmWithPIN", "1.1b")
    phone.sees("ForgotPINWhileConfirming", "2.2")


def pin_is_judged(phone):
    before_the_pin(phone)
    phone.device("network-slow")
    before = phone.rows().count("PF2.8/1.1")
    phone.enters("ConfirmWithPIN", PIN)
    phone.took("PF2.8/1.1", before + 1)


def card_is_added(phone):
    before_the_pin(phone)
    phone.device("network-slow")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("AddingCard", "1.6")


def told_that_it_is_new(phone):
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CreateNewWallet", "1.9")


def test_an_issuance_survives_a_kill_in_every_wait_between_the_data_and_the_card(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    data = ("VerifyYourData", "1.4")
    before = phone.sees(*data, "De Bruijn").inner_text()
    walk(phone, [(way, data) for way in [asked_whether_incorrect, before_the_pin, half_of_the_pin, forgot_the_pin, pin_is_judged,
                                         card_is_added]], PIN)
    # A wrong PIN counts, and is reported.
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", WRONG)
    phone.sees("WrongPIN", "2.1")
    launched_again(phone, PIN)
    phone.takes("WrongTriesNotice", "1a")
    expect(phone.sees(*data, "De Bruijn")).to_have_text(before, use_inner_text=True)
    assert "UC3.1/1.6a" not in phone.rows()
    walk(phone, [(told_that_it_is_new, ("Dashboard", "1.1"))], PIN)
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC3.1/1.3a", "UC3.1/1.6a", "UC3.1/1.9a"]] == [1, 1, 0]
    one_card(phone)
    assert phone.page.problems == []


def wallet_is_ready(phone):
    phone.takes("CreateNewWallet", "1.9a")
    phone.sees("WalletIsReady", "1.10")


def test_an_app_killed_after_the_card_was_added_opens_with_that_card(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    told_that_it_is_new(phone)
    walk(phone, [(wallet_is_ready, ("Dashboard", "1.1"))], PIN)
    one_card(phone)


# The session expires

def test_a_login_or_session_that_expired_while_the_app_was_killed_is_reported_or_can_be_repeated(phone):
    phone.registers()
    phone.opens_digid()
    phone.kill()
    passes(phone, 20)
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("LoginProblem", "3.1")
    phone.took("UC3.1/1.2c")
    phone.takes("LoginProblem", "3.1a")
    phone.logs_in(PERSON)
    before_the_pin(phone)
    phone.kill()
    phone.device("clock-3600")
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin", "1.1")
    assert "UC3.1/1.6" not in phone.rows()
    phone.obtains_pid(PERSON)
    one_card(phone)
    assert phone.page.problems == []


def test_a_session_that_expires_before_the_pin_is_typed_is_reported_and_adds_nothing(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    before_the_pin(phone)
    passes(phone, 20)
    # The wallet has also locked in the meantime.
    phone.enters("OpenWithPIN", PIN)
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("SessionExpired")
    assert "UC3.1/1.6a" not in phone.rows()
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("AddCardsViaLogin", "1.1")
    phone.obtains_pid(PERSON)
    one_card(phone)

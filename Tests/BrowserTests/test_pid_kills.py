# SPDX-License-Identifier: EUPL-1.2
"""Killed and launched in every state in which UC3.1 and UC2.3.2 wait: for the person, for DigiD, for the issuer, for the provider.

A walk is a list of waits. Each has a way there, from where the one before has ended, and what stands on the glass after the kill.
"""
import pytest
from phone import PIN, WRONG

NEW = "583920"
PERSON = "Willeke Liselotte De Bruijn"
SOMEBODY_ELSE = "Jan 't Hart"


def launched_again(phone, pin=None):
    """The app is killed, its network is as good as ever, and it is launched by hand."""
    phone.kill()
    phone.device("network-online")
    phone.launch()
    if pin:
        phone.enters("OpenWithPIN", pin)


def back_in_the_app(phone):
    phone.login()
    phone.page.locator("#browser .browser-app").click()


def one_card(phone):
    """One card, added once, and all of it."""
    phone.sees("Dashboard", text="Identity card")
    assert phone.page.locator('[data-screen="Dashboard"] button[data-row="1.1d"]').count() == 1
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1b")
    assert phone.sees("CardActivities").locator("dl.facts dt").all_inner_texts() == ["Added to your wallet"]
    phone.takes("CardActivities", "1.1a")
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", "2.1", "De Bruijn")


def walk(phone, waits, pin=None):
    """Each wait in turn: there, killed, launched, unlocked when a PIN is given, and at what the design says."""
    for way, (screen, row) in waits:
        way(phone)
        launched_again(phone, pin)
        phone.sees(screen, row)


# UC3.1, before the data is there

def offered(phone):
    phone.sees("AddCardsViaDigiD", "1.1")


def login_begins(phone):
    phone.device("network-slow")
    phone.takes("AddCardsViaDigiD", "1.1a")
    phone.took("UC3.1/1.1a")


def waits_for_login(phone):
    phone.takes("AddCardsViaDigiD", "1.1a")
    back_in_the_app(phone)
    phone.sees("ContinueWithDigiD", "1.2")


def asked_whether_to_stop(phone):
    phone.takes("ContinueWithDigiD", "1.2d")
    phone.sees("StopDigiDLogin", "4.1")


def stopped(phone):
    asked_whether_to_stop(phone)
    phone.takes("StopDigiDLogin", "4.1b")
    phone.sees("DigiDLoginProblem", "4.2")


def not_let_in(phone):
    phone.opens_digid().get_by_text("It fails", exact=True).click()
    phone.logs_in(PERSON)
    phone.sees("DigiDLoginProblem", "2.1")


def cancelled_at_digid(phone):
    phone.opens_digid()
    phone.logs_in("Cancel")
    phone.sees("DigiDLoginProblem", "3.1")


def retrieving(phone):
    phone.opens_digid()
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("RetrievingData", "1.3")


def rejected(phone):
    phone.takes("VerifyYourData", "1.4b")
    phone.takes("DataRejected", "5.1a")
    phone.sees("AddCardsViaDigiD", "1.1")


def retrieving_without_a_connection(phone):
    retrieving(phone)
    phone.device("network-offline")
    phone.sees("NoInternet")


def test_killed_in_every_wait_before_the_data_is_there(phone):
    phone.registers()
    offer, login, data = ("AddCardsViaDigiD", "1.1"), ("ContinueWithDigiD", "1.2"), ("VerifyYourData", "1.4")
    walk(phone, [
        (offered, offer), (login_begins, offer), (waits_for_login, login), (asked_whether_to_stop, login), (stopped, offer),
        (not_let_in, offer), (cancelled_at_digid, offer), (retrieving, data), (rejected, offer), (retrieving_without_a_connection, data),
    ], PIN)
    rows = phone.rows()
    assert rows.count("UC3.1/1.3a") == 2 and "UC3.1/1.5" not in rows
    assert {"UC3.1/1.2b", "UC3.1/1.2c", "UC3.1/1.2d", "UC3.1/1.3c", "UC3.1/5.1a"} <= set(rows)
    assert phone.page.problems == []


# UC3.1, with the data on the glass

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


def test_killed_in_every_wait_between_the_data_and_the_card(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    data = ("VerifyYourData", "1.4")
    before = phone.sees(*data, "De Bruijn").inner_text()
    walk(phone, [(way, data) for way in [asked_whether_incorrect, before_the_pin, half_of_the_pin, forgot_the_pin, pin_is_judged,
                                         card_is_added]], PIN)
    # A PIN that was wrong counts, and is told.
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", WRONG)
    phone.sees("WrongPIN", "2.1")
    launched_again(phone, PIN)
    phone.takes("WrongTriesNotice", "1a")
    assert phone.sees(*data, "De Bruijn").inner_text() == before
    assert "UC3.1/1.6a" not in phone.rows()
    walk(phone, [(told_that_it_is_new, ("Dashboard", "1.1"))], PIN)
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC3.1/1.3a", "UC3.1/1.6a", "UC3.1/1.9a"]] == [1, 1, 0]
    one_card(phone)
    assert phone.page.problems == []


def offered_to_move(phone):
    phone.takes("CreateNewWallet", "1.9b")
    phone.sees("MoveWallet", "1.8")


def wallet_is_ready(phone):
    phone.takes("CreateNewWallet", "1.9a")
    phone.sees("WalletIsReady", "1.10")


@pytest.mark.parametrize("last", [offered_to_move, wallet_is_ready])
def test_killed_when_the_card_is_there_it_opens_to_that_card(phone, last):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    told_that_it_is_new(phone)
    walk(phone, [(last, ("Dashboard", "1.1"))], PIN)
    one_card(phone)


# UC2.3.2

def locked(phone):
    phone.sees("OpenWithPIN", "1.3")


def asked_about_a_new_pin(phone):
    phone.takes("OpenWithPIN", "1.3b")
    phone.takes("ForgotPIN", "6.1c")
    phone.sees("RegainAccess", "1.1")


def asked_to_log_in(phone):
    asked_about_a_new_pin(phone)
    phone.takes("RegainAccess", "1.1a")
    phone.sees("LogInWithDigiD", "1.2")


def recovery_begins(phone):
    asked_to_log_in(phone)
    phone.device("network-slow")
    phone.takes("LogInWithDigiD", "1.2a")
    phone.took("UC2.3.2/1.2a")


def at_digid(phone):
    asked_to_log_in(phone)
    phone.takes("LogInWithDigiD", "1.2a")
    return phone.login()


def recovery_waits_for_login(phone):
    at_digid(phone)
    back_in_the_app(phone)
    phone.sees("ContinueWithDigiD", "1.3")


def recovery_asked_whether_to_stop(phone):
    phone.takes("ContinueWithDigiD", "1.3e")
    phone.sees("StopDigiDLogin", "5.1")


def recovery_stopped(phone):
    recovery_asked_whether_to_stop(phone)
    phone.takes("StopDigiDLogin", "5.1b")
    phone.sees("DigiDLoginProblem", "5.2")


def recovery_not_let_in(phone):
    at_digid(phone).get_by_text("It fails", exact=True).click()
    phone.logs_in(PERSON)
    phone.sees("DigiDLoginProblem", "2.1")


def recovery_cancelled_at_digid(phone):
    at_digid(phone)
    phone.logs_in("Cancel")
    phone.sees("DigiDLoginProblem", "3.1")


def recovery_of_somebody_else(phone):
    at_digid(phone)
    phone.logs_in(SOMEBODY_ELSE)
    phone.sees("DigiDLoginProblem", "4.1")


def recovery_is_identified(phone):
    at_digid(phone)
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("ContinueWithDigiD", "1.3")
    phone.device("network-unreachable")
    phone.sees("ServerUnreachable")


def test_killed_in_every_wait_of_a_recovery_before_it_is_known_who_is_back(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    lock, login = ("OpenWithPIN", "1.3"), ("ContinueWithDigiD", "1.3")
    walk(phone, [
        (lambda phone: phone.sees("Dashboard"), lock), (asked_about_a_new_pin, lock), (asked_to_log_in, lock), (recovery_begins, lock),
        (recovery_waits_for_login, login), (recovery_asked_whether_to_stop, login), (recovery_stopped, lock), (recovery_not_let_in, lock),
        (recovery_cancelled_at_digid, lock), (recovery_of_somebody_else, lock),
    ])
    # Nothing of all that has changed the PIN.
    phone.enters("OpenWithPIN", PIN)
    one_card(phone)
    walk(phone, [(lambda phone: phone.sees("CardData"), lock), (recovery_is_identified, ("ChoosePIN", "1.1"))])
    rows = phone.rows()
    assert {"UC2.3.2/1.3b", "UC2.3.2/1.3c", "UC2.3.2/1.3d", "UC2.3.2/1.3e"} <= set(rows)
    assert phone.page.problems == []


def chosen(phone, pin=NEW):
    phone.enters("ChoosePIN", pin)


def repeated(phone):
    chosen(phone)
    phone.sees("RepeatPIN", "1.3")


def too_simple(phone):
    chosen(phone, "123456")
    phone.sees("PINTooSimple", "2.1")


def differs(phone):
    repeated(phone)
    phone.enters("RepeatPIN", WRONG)
    phone.sees("PINsDiffer", "3.1")


def asked_whether_to_stop_choosing(phone):
    phone.takes("ChoosePIN", "5")
    phone.sees("StopNewPIN", "5.1")


def stopped_choosing(phone):
    asked_whether_to_stop_choosing(phone)
    phone.takes("StopNewPIN", "5.1b")
    phone.sees("NewPINStopped", "5.2")


def pin_is_set_up(phone):
    repeated(phone)
    phone.device("network-slow")
    phone.enters("RepeatPIN", NEW)
    phone.sees("SettingUpPIN", "1.5")


def pin_cannot_be_set_up(phone):
    repeated(phone)
    phone.device("network-unreachable")
    phone.enters("RepeatPIN", NEW)
    phone.sees("ServerUnreachable")


def regained(phone):
    repeated(phone)
    phone.enters("RepeatPIN", NEW)
    phone.sees("AccessRegained", "1.5")


def test_killed_in_every_wait_while_the_new_pin_is_chosen(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    lock, choice = ("OpenWithPIN", "1.3"), ("ChoosePIN", "1.1")

    def identified(phone):
        at_digid(phone)
        phone.logs_in(PERSON)
        phone.sees(*choice)

    walk(phone, [
        (lambda phone: phone.sees("Dashboard"), lock), (identified, choice), (stopped_choosing, lock), (identified, choice),
        (repeated, choice), (too_simple, choice), (differs, choice), (asked_whether_to_stop_choosing, choice),
        (pin_cannot_be_set_up, choice), (pin_is_set_up, choice), (regained, lock),
    ])
    rows = phone.rows()
    assert [rows.count(row) for row in ["UC2.3.2/1.4a", "PF2.9/1.5a", "UC2.3.2/1.5a"]] == [1, 1, 0]
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WrongPIN", "2.1")
    phone.takes("WrongPIN", "2.1a")
    phone.enters("OpenWithPIN", NEW)
    phone.takes("WrongTriesNotice", "1a")
    one_card(phone)
    assert phone.page.problems == []


# The session expires

def passes(phone, minutes):
    """So much time goes by, in steps of five minutes."""
    for _ in range(minutes // 5):
        phone.device("clock-300")


def test_a_login_or_a_session_that_expired_while_the_app_was_killed_is_told_or_begun_again(phone):
    phone.registers()
    phone.opens_digid()
    phone.kill()
    passes(phone, 20)
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("DigiDLoginProblem", "3.1")
    assert "UC3.1/1.2c" in phone.rows()
    phone.takes("DigiDLoginProblem", "3.1a")
    phone.logs_in(PERSON)
    before_the_pin(phone)
    phone.kill()
    phone.device("clock-3600")
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaDigiD", "1.1")
    assert "UC3.1/1.6" not in phone.rows()
    phone.obtains_pid(PERSON)
    one_card(phone)
    assert phone.page.problems == []


def test_a_session_that_expires_before_the_pin_is_typed_is_told_and_adds_nothing(phone):
    phone.registers()
    phone.opens_digid()
    phone.logs_in(PERSON)
    before_the_pin(phone)
    passes(phone, 20)
    # The wallet has locked meanwhile, too.
    phone.enters("OpenWithPIN", PIN)
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("SessionExpired")
    assert "UC3.1/1.6a" not in phone.rows()
    phone.takes("SessionExpired", "SessionExpired.close")
    phone.sees("AddCardsViaDigiD", "1.1")
    phone.obtains_pid(PERSON)
    one_card(phone)


def test_a_recovery_that_expires_is_told_and_the_old_pin_opens(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    launched_again(phone)
    at_digid(phone)
    phone.kill()
    passes(phone, 20)
    phone.launch()
    phone.sees("DigiDLoginProblem", "3.1")
    phone.takes("DigiDLoginProblem", "3.1a")
    phone.logs_in(PERSON)
    repeated(phone)
    passes(phone, 20)
    phone.enters("RepeatPIN", NEW)
    phone.sees("DigiDLoginProblem", "3.1")
    phone.page.locator('[data-screen="DigiDLoginProblem"] button[data-row="1a"]').click()
    phone.enters("OpenWithPIN", PIN)
    one_card(phone)
    assert "UC2.3.2/1.4a" not in phone.rows()

# SPDX-License-Identifier: EUPL-1.2
"""UC2.3.2, killed and launched in every waiting state: for the user, for DigiD, for the issuer, for the provider."""
from kills import NEW, PERSON, SOMEBODY_ELSE, back_in_the_app, launched_again, one_card, passes, walk
from phone import PIN, WRONG


def asked_about_a_new_pin(phone):
    phone.takes("OpenWithPIN", "1.3b")
    phone.sees("ForgotPIN", "6.1")


def asked_to_log_in(phone):
    asked_about_a_new_pin(phone)
    phone.takes("ForgotPIN", "6.1c")
    phone.sees("LogInForNewPIN", "1.2")


def recovery_begins(phone):
    asked_to_log_in(phone)
    phone.device("network-slow")
    phone.takes("LogInForNewPIN", "1.2a")
    phone.took("UC2.3.2/1.2a")


def at_digid(phone):
    asked_to_log_in(phone)
    phone.takes("LogInForNewPIN", "1.2a")
    return phone.login()


def recovery_waits_for_login(phone):
    at_digid(phone)
    back_in_the_app(phone)
    phone.sees("ContinueLogin", "1.3")


def recovery_asked_whether_to_stop(phone):
    phone.takes("ContinueLogin", "1.3e")
    phone.sees("StopLogin", "5.1")


def recovery_stopped(phone):
    recovery_asked_whether_to_stop(phone)
    phone.takes("StopLogin", "5.1b")
    phone.sees("LoginProblem", "5.2")


def recovery_not_let_in(phone):
    phone.taps(at_digid(phone).get_by_text("It fails", exact=True))
    phone.logs_in(PERSON)
    phone.sees("LoginProblem", "2.1")


def recovery_cancelled_at_digid(phone):
    at_digid(phone)
    phone.logs_in("Cancel")
    phone.sees("LoginProblem", "3.1")


def recovery_of_somebody_else(phone):
    at_digid(phone)
    phone.logs_in(SOMEBODY_ELSE)
    phone.sees("LoginProblem", "4.1")


def recovery_is_identified(phone):
    at_digid(phone)
    phone.device("network-slow")
    phone.logs_in(PERSON)
    phone.sees("ContinueLogin", "1.3")
    phone.device("network-unreachable")
    phone.sees("ServerUnreachable")


def test_a_recovery_survives_a_kill_in_every_wait_before_the_person_is_identified(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    lock, login = ("OpenWithPIN", "1.3"), ("ContinueLogin", "1.3")
    walk(phone, [
        (lambda phone: phone.sees("Dashboard"), lock), (asked_about_a_new_pin, lock), (asked_to_log_in, lock), (recovery_begins, lock),
        (recovery_waits_for_login, login), (recovery_asked_whether_to_stop, login), (recovery_stopped, lock), (recovery_not_let_in, lock),
        (recovery_cancelled_at_digid, lock), (recovery_of_somebody_else, lock),
    ])
    # The PIN is unchanged.
    phone.enters("OpenWithPIN", PIN)
    one_card(phone)
    walk(phone, [(lambda phone: phone.sees("CardData"), lock), (recovery_is_identified, ("ChoosePIN", "1.1"))])
    phone.took_all(["UC2.3.2/1.3b", "UC2.3.2/1.3c", "UC2.3.2/1.3d", "UC2.3.2/1.3e"])
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
    phone.takes("ChoosePIN", "5a")
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


def test_a_recovery_survives_a_kill_in_every_wait_while_the_new_pin_is_chosen(phone):
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
    # The first PIN and the new one.
    assert [rows.count(row) for row in ["UC2.3.2/1.4a", "PF2.9/1.5a", "UC2.3.2/1.5a"]] == [1, 2, 0]
    phone.enters("OpenWithPIN", PIN)
    phone.sees("WrongPIN", "2.1")
    phone.takes("WrongPIN", "2.1a")
    phone.enters("OpenWithPIN", NEW)
    one_card(phone)
    assert phone.page.problems == []


# The session expires

def test_an_expired_recovery_is_reported_and_the_old_pin_opens(phone):
    phone.registers()
    phone.obtains_pid(PERSON)
    launched_again(phone)
    at_digid(phone)
    phone.kill()
    passes(phone, 20)
    phone.launch()
    phone.sees("LoginProblem", "3.1")
    phone.takes("LoginProblem", "3.1a")
    phone.logs_in(PERSON)
    repeated(phone)
    passes(phone, 20)
    phone.enters("RepeatPIN", NEW)
    phone.sees("LoginProblem", "3.1")
    phone.takes("LoginProblem", "1a")
    phone.enters("OpenWithPIN", PIN)
    one_card(phone)
    assert "UC2.3.2/1.4a" not in phone.rows()

# SPDX-License-Identifier: EUPL-1.2
"""UC3.1 and UC2.3.2 on a phone whose clock is wrong: the wallet uses the provider's time, and the person is told where that is impossible."""
import pytest
from phone import PIN
from playwright.sync_api import expect

NEW = "583920"
PERSON = "Willeke Liselotte De Bruijn"

WRONG = [
    ("iphone", "turn-three-minutes-ahead"), ("iphone", "turn-hour-ahead"), ("iphone", "turn-hour-back"), ("android", "turn-ten-minutes-back"),
    ("android", "turn-day-ahead"),
]


@pytest.mark.parametrize("phone, turn", WRONG, indirect=["phone"])
def test_a_phone_with_a_wrong_clock_gets_a_card_with_a_known_status_and_later_a_new_pin(phone, turn):
    phone.device(turn)
    phone.registers()
    phone.obtains_pid(PERSON)
    phone.took("clock/1a")
    phone.kill()
    phone.launch()
    # The connection works, and the clock is named.
    phone.answers(phone.live("OpenWithPIN").locator('[data-control="extra/3a"]'))
    phone.takes("HelpPage", "1b")
    phone.sees("HelpPage", text="the clock of your phone is wrong")
    phone.takes("HelpPage", "1a")
    phone.takes("OpenWithPIN", "1.3b")
    phone.takes("ForgotPIN", "6.1c")
    phone.takes("LogInForNewPIN", "1.2a")
    phone.logs_in(PERSON)
    phone.enters("ChoosePIN", NEW)
    phone.enters("RepeatPIN", NEW)
    phone.takes("AccessRegained", "1.5a")
    phone.took("clock/2a")
    dashboard = phone.sees("Dashboard", text="Identity card")
    expect(dashboard.get_by_text("Status not known")).to_have_count(0)
    assert "error/ClockWrong" not in phone.rows()


@pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)
def test_a_phone_whose_clock_is_two_days_off_asks_for_the_clock_to_be_set_and_continues_then(phone):
    phone.device("turn-day-ahead")
    phone.device("turn-day-ahead")
    phone.launch()
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.sees("RepeatPIN")
    phone.enters("RepeatPIN", PIN)
    phone.takes("ClockWrong", "ClockWrong.help")
    phone.takes("HelpPage", "1a")
    phone.takes("ClockWrong", "ClockWrong.settings")
    expect(phone.page.locator(".system-app")).to_contain_text("date and time")
    phone.device("clock-right")
    phone.device("foreground")
    phone.takes("ClockWrong", "ClockWrong.retry")
    phone.sees("ConfigureBiometrics")

# SPDX-License-Identifier: EUPL-1.2
"""The core outlives its user interface, locks by itself, and accepts documents that the configuration server signs."""
from phone import PIN, Phone


def opened(phone):
    """A wallet with a remote PIN, unlocked."""
    phone.registers()
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_a_destroyed_user_interface_binds_again_to_the_core_that_lived_on(phone):
    opened(phone)
    phone.device("destroy-ui")
    phone.page.locator('[data-screen="AddCardsViaLogin"]').wait_for(state="detached")
    phone.photo("user-interface-destroyed")
    phone.launch()
    phone.sees("OpenWithPIN")
    phone.took_last("startup/2.1", "startup/2.1a", "startup/2.3", "startup/2.4", of="startup/2.")
    assert phone.rows().count("startup/1.1") == 2, "the platform hands over its bridges once a process"
    phone.enters("OpenWithPIN", PIN)
    phone.sees("AddCardsViaLogin")


def test_a_user_interface_that_is_destroyed_while_a_pin_is_chosen_loses_nothing(phone):
    phone.launch()
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.sees("RepeatPIN")
    phone.device("destroy-ui")
    phone.launch()
    phone.sees("IntroductionAddingCards")
    phone.goes_through_introduction()
    phone.enters("ChoosePIN", PIN)
    phone.enters("RepeatPIN", PIN)
    phone.sees("ConfigureBiometrics")


def test_LTC54_an_idle_wallet_locks_by_itself(phone):
    opened(phone)
    phone.device("clock-300")
    phone.sees("OpenWithPIN")
    phone.took("UC9.7/1.1b")


def test_LTC55_time_in_the_background_counts(phone):
    opened(phone)
    phone.device("background")
    phone.device("clock-300")
    phone.device("foreground")
    phone.sees("OpenWithPIN")
    phone.took("UC9.7/1.1e")


def test_a_locked_phone_locks_the_wallet(phone):
    opened(phone)
    phone.device("lock-device")
    phone.device("foreground")
    phone.sees("OpenWithPIN")

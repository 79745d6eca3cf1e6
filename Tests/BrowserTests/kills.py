# SPDX-License-Identifier: EUPL-1.2
"""Shared code for walks through kills. A walk is a list of waits: the way from the end of the previous wait, and the
expected screen after the kill."""
from playwright.sync_api import expect

NEW = "583920"
PERSON = "Willeke Liselotte De Bruijn"
SOMEBODY_ELSE = "Jan 't Hart"


def launched_again(phone, pin=None):
    """Kills the app, restores its network, and launches it by hand."""
    phone.kill()
    phone.device("network-online")
    phone.launch()
    if pin:
        phone.enters("OpenWithPIN", pin)


def back_in_the_app(phone):
    phone.login()
    phone.press(phone.page.locator("#browser .browser-app"))


def one_card(phone):
    """Expects one card, added once, and complete."""
    phone.sees("Dashboard", text="Identity card")
    expect(phone.page.locator('[data-screen="Dashboard"] button[data-row="1.1d"]')).to_have_count(1)
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1b")
    expect(phone.sees("Activities").locator('button[data-row="1.1a"] .list-label')).to_have_text(["Card added"])
    phone.takes("Activities", "1.1b")
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", "2.1", "De Bruijn")


def walk(phone, waits, pin=None):
    """Plays each wait in turn: goes there, kills, launches, unlocks when a PIN is given, and checks the screen against the design."""
    for way, (screen, row) in waits:
        way(phone)
        launched_again(phone, pin)
        phone.sees(screen, row)


def passes(phone, minutes):
    """Lets time pass, in steps of five minutes."""
    for _ in range(minutes // 5):
        phone.device("clock-300")

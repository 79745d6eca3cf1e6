# SPDX-License-Identifier: EUPL-1.2
"""What the walks through kills have in common. A walk is a list of waits: a way there, from where the one before has ended, and what stands on the
glass after the kill."""
from playwright.sync_api import expect

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
    phone.press(phone.page.locator("#browser .browser-app"))


def one_card(phone):
    """One card, added once, and all of it."""
    phone.sees("Dashboard", text="Identity card")
    expect(phone.page.locator('[data-screen="Dashboard"] button[data-row="1.1d"]')).to_have_count(1)
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1b")
    expect(phone.sees("CardActivities").locator("dl.facts dt")).to_have_text(["Added to your wallet"])
    phone.takes("CardActivities", "1.1b")
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", "2.1", "De Bruijn")


def walk(phone, waits, pin=None):
    """Each wait in turn: there, killed, launched, unlocked when a PIN is given, and at what the design says."""
    for way, (screen, row) in waits:
        way(phone)
        launched_again(phone, pin)
        phone.sees(screen, row)


def passes(phone, minutes):
    """So much time goes by, in steps of five minutes."""
    for _ in range(minutes // 5):
        phone.device("clock-300")

# SPDX-License-Identifier: EUPL-1.2
"""Shared code for a second card beside the identity card, which can be deleted, and for its deletion."""
import os
import pathlib
import sqlite3
import subprocess
from contextlib import closing

from conftest import HANG, ROOT
from phone import PIN
from playwright.sync_api import expect
from sharing import has_card

# Adds a library card to the wallet of a phone that is switched off (Tests/Harnesses/README.md).
STORE_CARD = pathlib.Path(os.environ.get("WALLET_STORE_CARD", ROOT / ".build/debug/store-card"))

# Its number, which no page of the history may show.
NUMBER = "WB-20417"
# The rows of the card in the store: its entry, the card itself, and two copies in each format.
ROWS = 6
# What has happened with it, newest first.
OF_LIBRARY = ["Data shared", "Card added"]


def has_library_card(phone, shares=1, copies=2):
    """From the first start to a dashboard with the identity card and, on top of it, a library card, whose data were shared a number of times,
    and which has a number of copies left in each format.

    The program starts anew in between."""
    has_card(phone)
    phone.kill()
    # A page that was left does not complain that the program is gone.
    phone.page.goto("about:blank")
    phone.program.stop()
    command = [str(STORE_CARD), str(phone.program.state), "--shares", str(shares), "--copies", str(copies)]
    added = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert added.returncode == 0, added.stderr
    phone.page.goto(phone.program.start())
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    phone.sees("Dashboard", text="Library card")


# MARK: On the glass

def cards(phone):
    """The cards of the dashboard."""
    return phone.live("Dashboard").locator('button[data-row="1.1d"]')


def library_card(phone):
    """The library card on the dashboard."""
    return phone.live("Dashboard").locator('button[data-row="1.1d"][data-value="library"]')


def opens_library_card(phone):
    """From the dashboard to the page of the library card."""
    phone.answers(library_card(phone))
    phone.sees("CardOverview", "1.1")


def asks_to_delete(phone):
    """From the page of the library card to the question."""
    phone.takes("CardOverview", "1.1f")
    phone.sees("DeleteCardQuestion", "1.1")


def goes_to_the_pin(phone):
    """From the page of the library card to the PIN that deletes it."""
    asks_to_delete(phone)
    phone.takes("DeleteCardQuestion", "1.1a")
    phone.sees("ConfirmWithPIN", "1.1")


def deletes(phone):
    """From the page of the library card to the message that it is deleted."""
    goes_to_the_pin(phone)
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CardDeleted", "1.3")


# MARK: In the store

def counts(phone, *queries):
    """The sum of counts in the store of the phone."""
    with closing(sqlite3.connect(next(phone.program.state.rglob("wallet.db")))) as database:
        return sum(database.execute(f"SELECT count(*) FROM {query}").fetchone()[0] for query in queries)


def rows_of_library_card(phone):
    """The number of rows of the library card and its copies."""
    return counts(phone, *(f"{table} WHERE name LIKE 'library%'" for table in ("card_entry", "card", "copy")))


def has_idle_keys(phone):
    """True if there are keys that the provider has yet to delete."""
    return counts(phone, "pending WHERE name = 'idle_keys'") == 1


# MARK: Whole or gone

def is_whole(phone):
    """Expects the library card on the dashboard, with all its rows."""
    phone.sees("Dashboard", "1.1")
    expect(library_card(phone)).to_have_count(1)
    assert rows_of_library_card(phone) == ROWS


def is_gone(phone):
    """Expects the dashboard with the identity card alone, and no row of the library card."""
    phone.sees("Dashboard", "1.1", "Identity card")
    expect(cards(phone)).to_have_count(1)
    expect(library_card(phone)).to_have_count(0)
    assert rows_of_library_card(phone) == 0

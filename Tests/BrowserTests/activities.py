# SPDX-License-Identifier: EUPL-1.2
"""Shared code for the history: what happened, the list of it, and one activity."""
from phone import PIN
from playwright.sync_api import expect
from sharing import (PORTAL, SHOP, approves, approves_login, asks_here, back_at_the_dashboard, has_card, leaves_for, shows, stops)

# What `has_history` brings about, newest first, in the words of the list.
HISTORY = ["Sharing may not have worked", "Logged in", "Sharing stopped", "Data shared", "Card added"]
# Without what never left the phone.
OF_CARD = [label for label in HISTORY if label != "Sharing stopped"]


def shares_here(phone):
    """Shares the age with the shop on this phone, sees its result, and returns to the dashboard."""
    asks_here(phone, SHOP)
    approves(phone)
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Adult")
    phone.device("foreground")
    phone.sees("DataShared", "1.6", "Open your browser yourself")
    back_at_the_dashboard(phone, "DataShared", "1.6e")


def has_history(phone):
    """From the first start to a dashboard with a card, and with an answer, a stop, a login and a lost answer behind it."""
    has_card(phone)
    shares_here(phone)
    asks_here(phone, SHOP)
    stops(phone, "ShareWith", "1.4f")
    back_at_the_dashboard(phone, "SharingStopped", "2.2a")
    asks_here(phone, PORTAL)
    approves_login(phone)
    phone.sees("LoggedIn", "1.7")
    leaves_for(phone, "LoggedIn", "1.7a")
    shows(phone, "phone", "LoggedIn")
    loses_answer(phone)
    phone.takes("MayHaveArrived", "14.1c")
    phone.sees("Dashboard", text="Identity card")


def loses_answer(phone):
    """Shares with the shop, whose reply is lost."""
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    phone.device("verifier-lose-answer")
    approves(phone)
    phone.sees("MayHaveArrived", "14.1")
    phone.device("verifier-none")


# MARK: The list

def entries(phone):
    """The activities of the list on top."""
    return phone.live("Activities").locator('button[data-row="1.1a"]')


def lists(phone, labels):
    """Waits until the list has exactly these activities, newest first."""
    expect(entries(phone).locator(".list-label")).to_have_text(labels)


def opens_activities(phone):
    """From the dashboard to the list of all activities."""
    phone.takes("Dashboard", "1.1c")
    phone.sees("Activities", "1.1")


def opens_activities_of_card(phone):
    """From the dashboard to the list of the card's activities."""
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1b")
    phone.sees("Activities", "1.1", "Activities with this card")


def opens(phone, label):
    """Opens the newest activity with these words in the list."""
    phone.answers(entries(phone).filter(has=phone.page.get_by_text(label, exact=True)).first)
    phone.sees("Activity", "1.1", label)


# MARK: What becomes of it

def manages(phone):
    """From the list of all activities to the page about them."""
    phone.takes("Activities", "16a")
    phone.sees("KeepActivities", "1.1")


def stops_keeping(phone, pin=PIN, text="Your activities aren't kept"):
    """From the page about the activities to the same page, with the history switched off."""
    phone.takes("KeepActivities", "1.1c")
    phone.takes("StopKeepingQuestion", "4.1a")
    phone.enters("ConfirmWithPIN", pin)
    phone.sees("KeepActivities", "1.1", text)


def deletes_all(phone, pin=PIN, text="All activities are deleted"):
    """From the page about the activities to the empty list."""
    phone.takes("KeepActivities", "1.1b")
    phone.takes("DeleteActivitiesQuestion", "3.1a")
    phone.enters("ConfirmWithPIN", pin)
    phone.sees("ActivitiesDeleted", "3.3", text)
    phone.takes("ActivitiesDeleted", "3.3a")
    phone.sees("Activities", "1.1")


# MARK: A look at every page

def walks_the_pages(phone, look):
    """From an activity of shared data through every page about it and back; calls `look` with the name of each screen."""
    look("Activity")
    for row, screen, back in [("1.1a", "ActivityData", "2.1c"), ("1.1b", "SharingAgreement", "5.1b"), ("1.1c", "AboutOrganization", "6.1c"),
                              ("1.1d", "ReportProblem", "4.1a"), ("1.1f", "AskToDelete", "7.1b")]:
        phone.takes("Activity", row)
        phone.sees(screen)
        look(screen)
        phone.takes(screen, back)
    phone.sees("Activity", "1.1")


def walks_the_management(phone, look):
    """From the list of all activities through the pages about the history and back; nothing is changed."""
    manages(phone)
    look("KeepActivities")
    for row, screen, back in [("1.1a", "SaveActivities", "2.1b"), ("1.1b", "DeleteActivitiesQuestion", "3.1b"),
                              ("1.1c", "StopKeepingQuestion", "4.1b")]:
        phone.takes("KeepActivities", row)
        phone.sees(screen)
        look(screen)
        phone.takes(screen, back)
    phone.takes("KeepActivities", "1.1f")
    phone.sees("Activities", "1.1")


def fits(phone, screen):
    """Expects that a screen is on top, and no wider than the window, which is as narrow as a small phone."""
    top = phone.sees(screen)
    wide = top.evaluate("screen => [screen, ...screen.querySelectorAll('*')].filter(each => each.scrollWidth > each.clientWidth + 1"
                        " && getComputedStyle(each).overflowX === 'auto').map(each => each.className)")
    assert not wide, f"{screen}: {wide}"
    box = top.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 320, screen
    assert phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), screen

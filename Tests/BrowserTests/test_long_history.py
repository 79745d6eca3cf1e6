# SPDX-License-Identifier: EUPL-1.2
"""UC6.1 and UC6.2 with more activities than one page: older ones follow on demand, and the list keeps its place."""
from activities import entries, opens_activities
from cards import has_library_card, opens_library_card
from playwright.sync_api import expect

# The number of activities at first, and added each time.
PORTION = 50
# The answers with the library card. It was added as well, and so was the identity card.
SHARES = 60
OF_LIBRARY = SHARES + 1
ALL = OF_LIBRARY + 1


def shows_older(phone, count):
    """Adds the older activities to the list on top, which then has all; the focus is on the first one added."""
    expect(entries(phone)).to_have_count(PORTION)
    phone.takes("Activities", "1.1c")
    expect(entries(phone)).to_have_count(count)
    expect(entries(phone).nth(PORTION)).to_be_focused()
    expect(phone.live("Activities").locator('[data-row="1.1c"]')).to_have_count(0)


# Scrolls a list until an entry is in the middle, and returns how far.
SCROLL = """
entry => {
    const screen = entry.closest('.screen');
    const [inner, outer] = [entry, screen].map(element => element.getBoundingClientRect());
    screen.scrollTop += inner.top - outer.top - outer.height / 2;
    return screen.scrollTop; }"""


def is_scrolled(phone, place):
    """Waits until the list on top is scrolled to a place."""
    list_on_top = '#glass [data-screen="Activities"]:not([inert])'
    phone.until("([list, place]) => Math.abs(document.querySelector(list).scrollTop - place) <= 1", [list_on_top, place])


def test_older_activities_follow_on_demand_and_the_list_keeps_its_place(phone):
    has_library_card(phone, shares=SHARES)
    opens_activities(phone)
    shows_older(phone, ALL)
    entry = entries(phone).nth(PORTION - 10)
    number = entry.get_attribute("data-value")
    place = entry.evaluate(SCROLL)
    assert place > 0
    # Back leads to where the person was, and so does a return to the app.
    phone.answers(entry)
    phone.takes("Activity", "1.1e")
    expect(entry).to_be_focused()
    is_scrolled(phone, place)
    phone.device("background")
    phone.device("foreground")
    phone.live("Activities").wait_for()
    expect(entry).to_be_focused()
    is_scrolled(phone, place)
    # After a deletion as well; the control with the focus is gone then.
    phone.answers(entry)
    phone.takes("Activity", "17a")
    phone.takes("DeleteActivityQuestion", "5.1a")
    expect(entries(phone)).to_have_count(ALL - 1)
    expect(phone.live("Activities").locator(f'[data-row="1.1a"][data-value="{number}"]')).to_have_count(0)
    phone.focuses("#screen-title")
    is_scrolled(phone, place)
    phone.takes("Activities", "1.1b")
    # A list that is opened anew begins at its top.
    phone.device("language-nl")
    phone.sees("Dashboard", text="Bibliotheekpas")
    opens_library_card(phone)
    phone.takes("CardOverview", "1.1b")
    phone.sees("Activities", "1.1", "Oudere tonen")
    is_scrolled(phone, 0)
    shows_older(phone, OF_LIBRARY - 1)
    phone.took_all(["UC6.1/1.1c", "UC6.2/1.1c"])
    assert phone.page.problems == []

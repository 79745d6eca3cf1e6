# SPDX-License-Identifier: EUPL-1.2
"""The design column before the app runs, and links to a step of a tour."""
import re

import axe
import pytest
from playwright.sync_api import expect
from sharing import shows, web

LAST = {"first-start": 8, "pin": 7, "break": 8, "wrong-clock": 8, "share": 7, "log-in": 7, "scan": 7, "over-asking": 8, "activities": 9}


def opens(phone, fragment):
    """Opens a link in the tab of the phone, which loads the page again."""
    with phone.page.expect_event("load"):
        phone.page.evaluate("fragment => { location.hash = fragment; }", fragment)


def is_at(phone, fragment):
    """Waits until the address has this fragment; empty for none."""
    phone.page.wait_for_function("fragment => location.hash === fragment", arg=fragment)


def note(phone):
    return phone.page.locator("#link")


def arrives(phone, tour, step):
    """Waits until the tour is at the step and the note is gone; the address names both."""
    entry = phone.page.locator(f'.tour-now[data-tour="{tour}"][data-step="{step}"]')
    entry.wait_for(state="attached")
    expect(note(phone)).to_be_hidden()
    is_at(phone, f"#tour={tour}&step={step}")


def test_before_the_app_runs_the_design_column_explains_itself_and_shows_the_tables_of_the_map(phone):
    design = phone.page.locator("#design")
    expect(design).to_contain_text("The lit row is the step just taken.")
    flow = design.locator('[data-flow="UC2.1"]')
    expect(flow).to_have_accessible_name(re.compile(r"^UC2\.1\s*Set up a remote PIN and biometric unlock\s*, leads to UC3\.1$"))
    expect(design.locator("table:visible")).to_have_count(0)
    flow.focus()
    phone.page.keyboard.press("Enter")
    expect(flow).to_have_attribute("aria-expanded", "true")
    expect(design.locator("table:visible")).to_have_count(1)
    expect(flow).to_be_focused()
    phone.photo("00-map-of-the-flows")
    phone.page.keyboard.press("Enter")
    expect(design.locator("table:visible")).to_have_count(0)
    phone.launch()
    phone.sees("IntroductionAddingCards")
    expect(design.locator("[data-flow]")).to_have_count(0)


def test_the_address_follows_a_tour_and_is_copied(phone):
    page = phone.page
    # The page may not read the clipboard.
    page.evaluate("() => { navigator.clipboard.writeText = async text => { window.written = text; }; }")
    phone.device("tour-first-start")
    is_at(phone, "#tour=first-start&step=0")
    phone.launch()
    phone.sees("IntroductionAddingCards")
    is_at(phone, "#tour=first-start&step=1")
    phone.press(page.locator('[data-link="copy"]'))
    expect(page.locator("#announcer")).to_have_text("Copied")
    assert page.evaluate("window.written") == page.url
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#tour=first-start&step=1", page.url)
    # A reload keeps the phone and the step, and asks nothing.
    page.reload()
    phone.sees("IntroductionAddingCards")
    arrives(phone, "first-start", 1)
    # Nor does it ask about its own address when the tour has gone on without it, in another tab.
    page.evaluate("history.replaceState(history.state, '', '#tour=first-start&step=0')")
    page.reload()
    phone.sees("IntroductionAddingCards")
    arrives(phone, "first-start", 1)
    phone.device("tour-leave")
    is_at(phone, "")


def test_a_link_asks_first_and_then_plays_the_tour_to_its_step(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    opens(phone, "#tour=first-start&step=4")
    expect(note(phone)).to_contain_text("step 4 of 8 of “First start to a card”")
    phone.focuses("#link-words")
    phone.sees("IntroductionAddingCards")
    assert phone.rows().count("startup/1.1") == 1
    axe.load(phone.page)
    wrong, _ = axe.run(phone.page)
    assert not wrong
    phone.press(note(phone).locator('[data-link="play"]'))
    arrives(phone, "first-start", 4)
    phone.sees("WalletSecured")


def test_a_phone_that_is_kept_stays_as_it_is(phone):
    phone.launch()
    phone.sees("IntroductionAddingCards")
    opens(phone, "#tour=pin&step=3")
    phone.press(note(phone).locator('[data-link="close"]'))
    expect(note(phone)).to_be_hidden()
    phone.sees("IntroductionAddingCards")
    is_at(phone, "")
    assert phone.rows().count("startup/1.1") == 1


@pytest.mark.parametrize("fragment", [
    "#tour=nowhere&step=1", "#tour=pin&step=8", "#tour=pin&step=-1", "#tour=pin&step=01", "#tour=pin", "#step=2", "#tour=pin&step=2&action=kill",
    "#tour=%3Cb%3E&step=1", "#tour=leave&step=0",
])
def test_a_link_to_no_step_says_so_and_changes_nothing(phone, fragment):
    sent = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    opens(phone, fragment)
    expect(note(phone)).to_contain_text("This link names no step of a tour that is here. Nothing was changed.")
    phone.page.locator("#glass .home-screen").wait_for()
    is_at(phone, "")
    assert not sent


def test_in_a_narrow_window_the_question_is_in_front_and_the_phone_afterwards(phone):
    phone.page.set_viewport_size({"width": 390, "height": 844})
    opens(phone, "#tour=first-start&step=1")
    expect(note(phone)).to_be_visible()
    phone.press(note(phone).locator('[data-link="play"]'))
    phone.sees("IntroductionAddingCards")
    arrives(phone, "first-start", 1)


def test_a_tab_without_a_phone_keeps_the_link_until_it_has_one(phone):
    tab = phone.page.context.new_page()
    tab.goto(phone.page.evaluate("location.origin") + "/#tour=first-start&step=2")
    tab.get_by_text("This tab has no phone yet").wait_for()
    with tab.expect_event("load"):
        tab.evaluate("address => { location.href = address; }", phone.program.next_address())
    expect(tab.locator("#link")).to_contain_text("step 2 of 8")


def logs_in(phone):
    phone.logs_in()


def follows(phone):
    """Presses the button of the site in the phone's browser, and the one that opens the wallet."""
    phone.taps(shows(phone, "phone", "Start").locator("form button"))
    shows(phone, "phone", "Open")
    phone.taps(web(phone).locator("#link"))


def begins_on_laptop(phone):
    phone.taps(shows(phone, "laptop", "Start").locator("form button"))


# What a tour says when the visitor is to do something, and the visitor's hands.
LOGIN = ("Log in on the phone", logs_in)
SITE = ("On the phone press the button", follows)
LAPTOP = ("On the laptop press the button", begins_on_laptop)
VISITS = {
    "first-start": [LOGIN], "pin": [LOGIN, LOGIN], "break": [], "wrong-clock": [LOGIN, LOGIN], "share": [LOGIN, SITE, SITE],
    "log-in": [LOGIN, SITE, SITE], "scan": [LOGIN, LAPTOP, LAPTOP], "over-asking": [LOGIN, SITE, SITE, SITE],
    "activities": [LOGIN, SITE],
}


@pytest.mark.parametrize("tour", LAST)
def test_every_tour_is_played_to_its_end_and_only_logins_and_web_sites_are_the_visitors(phone, tour):
    opens(phone, f"#tour={tour}&step={LAST[tour]}")
    phone.press(note(phone).locator('[data-link="play"]'))
    done = phone.page.locator(f'.tour-now[data-tour="{tour}"][data-step="{LAST[tour]}"]')
    failed = note(phone).get_by_text("any further")
    for words, does in VISITS[tour]:
        note(phone).get_by_text(words).or_(failed).wait_for()
        expect(failed).to_have_count(0)
        does(phone)
        # The last site of the shortest tours may already have been followed to the end.
        note(phone).get_by_text("being played").or_(done).first.wait_for(state="attached")
    done.or_(failed).first.wait_for(state="attached", timeout=120_000)
    arrives(phone, tour, LAST[tour])


def test_a_tour_that_is_played_begins_without_the_tricks_of_the_organizations(phone):
    phone.device("verifier-vanish")
    opens(phone, "#tour=share&step=0")
    phone.press(note(phone).locator('[data-link="play"]'))
    arrives(phone, "share", 0)
    expect(phone.control("verifier-none")).to_have_attribute("aria-pressed", "true")

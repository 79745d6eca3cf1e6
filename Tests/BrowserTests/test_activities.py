# SPDX-License-Identifier: EUPL-1.2
"""UC6.1, UC6.2 and UC6.3: the history of what happened, with the data of real sessions; and what the person does with it."""
import json
import re
import sqlite3
from contextlib import closing

import axe
import pytest
from activities import (HISTORY, OF_CARD, deletes_all, entries, fits, has_history, lists, loses_answer, manages, opens, opens_activities,
                        opens_activities_of_card, shares_here, stops_keeping, walks_the_management, walks_the_pages)
from gallery import THEMES
from phone import PIN, WRONG
from playwright.sync_api import expect
from sharing import NAMES, RAFFLE, SHOP, approves, asks_here, has_card, has_nothing, leaves_for, stops

# Of the identity card.
ISSUER = "National Office for Identity Data"

BOTH = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

MONTH = re.compile(r"^(January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d$")
MAAND = re.compile(r"^(januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december) 20\d\d$", re.IGNORECASE)


def rows_of_events(phone):
    """The number of rows of events in the store of the phone, which is switched off."""
    with closing(sqlite3.connect(next(phone.program.state.rglob("wallet.db")))) as database:
        return database.execute("SELECT count(*) FROM event").fetchone()[0]


# MARK: Looking back

@BOTH
def test_LTC22_from_the_dashboard_and_the_menu_all_that_happened_is_listed_and_opens(phone):
    has_history(phone)
    expect(phone.live("Dashboard").locator('[data-row="10d"] .list-label')).to_have_text(HISTORY[:3])
    opens_activities(phone)
    lists(phone, HISTORY)
    # All of it happened in this month, or at its end.
    for heading in phone.live("Activities").locator("h2").all_text_contents():
        assert MONTH.match(heading), heading
    phone.photo("activities")
    for label in HISTORY:
        opens(phone, label)
        has_nothing(phone.sees("Activity"))
        phone.takes("Activity", "1.1e")
        lists(phone, HISTORY)
    phone.takes("Activities", "1.1b")
    phone.sees("Dashboard", text="Identity card")
    phone.opens_menu()
    phone.takes("AppMenu", "1.1d")
    phone.sees("Activities", "1.1")
    lists(phone, HISTORY)
    phone.takes("Activities", "1.1b")
    phone.sees("AppMenu", "1.1")
    phone.took_all(["UC7.1/1.1c", "UC9.1/1.1d", "UC6.1/1.1a", "UC6.1/1.1b", "UC6.3/1.1e"])


def test_LTC22_every_page_about_an_activity_says_who_what_and_how_it_ended_and_leads_back(phone):
    has_history(phone)
    opens_activities(phone)
    opens(phone, "Data shared")
    screen = phone.sees("Activity", "1.1", f"{NAMES[SHOP]} received your data.")
    assert "On this phone" in screen.inner_text()
    phone.photo("activity")
    phone.takes("Activity", "1.1a")
    # The name of the one fact, without its value.
    data = phone.sees("ActivityData", "2.1", "18 or older")
    has_nothing(data)
    assert not re.search(r"\bYes\b", data.inner_text()), data.inner_text()
    phone.photo("activity-data")
    phone.takes("ActivityData", "2.1b")
    phone.takes("HelpPage", "1a")
    phone.takes("ActivityData", "2.1a")
    phone.sees("DataNotRight", "3.1")
    phone.takes("DataNotRight", "3.1a")
    phone.takes("ActivityData", "2.1c")
    phone.takes("Activity", "1.1b")
    phone.sees("SharingAgreement", "5.1", "Check that you are 18 or older")
    phone.photo("activity-agreement")
    phone.takes("SharingAgreement", "5.1b")
    phone.takes("Activity", "1.1c")
    phone.sees("AboutOrganization", "6.1", "De Kurk Wijnimport B.V.")
    phone.photo("activity-about-organization")
    phone.takes("AboutOrganization", "6.1b")
    phone.takes("HelpPage", "1a")
    phone.takes("AboutOrganization", "6.1a")
    phone.sees("ReportProblem", "4.1")
    phone.takes("ReportProblem", "4.1a")
    phone.takes("AboutOrganization", "6.1c")
    phone.takes("Activity", "1.1e")
    opens(phone, "Sharing stopped")
    # Nothing left the phone: there is nothing to ask to be deleted.
    expect(phone.sees("Activity", text="Nothing was shared.").locator('[data-row="1.1f"]')).to_have_count(0)
    phone.takes("Activity", "1.1e")
    opens(phone, "Card added")
    expect(phone.sees("Activity").locator('[data-row="1.1a"], [data-row="1.1b"], [data-row="1.1f"]')).to_have_count(0)
    phone.takes("Activity", "1.1c")
    phone.sees("AboutIssuer", "6.1")
    phone.takes("AboutIssuer", "6.1c")
    phone.sees("Activity", "1.1")
    assert phone.page.problems == []


@BOTH
def test_LTC23_from_the_card_only_its_own_activities_are_listed(phone):
    has_history(phone)
    opens_activities_of_card(phone)
    # What never left the phone is not of the card.
    lists(phone, OF_CARD)
    expect(phone.live("Activities").locator('[data-row="16a"]')).to_have_count(0)
    phone.photo("activities-of-card")
    opens(phone, "Logged in")
    walks_the_pages(phone, lambda screen: has_nothing(phone.sees(screen)))
    phone.takes("Activity", "1.1e")
    lists(phone, OF_CARD)
    phone.takes("Activities", "1.1b")
    phone.sees("CardOverview", "1.1")
    phone.took_all(["UC7.2/1.1b", "UC6.2/1.1a", "UC6.2/1.1b", "UC6.3/2.1", "UC6.3/4.1", "UC6.3/5.1", "UC6.3/6.1", "UC6.3/7.1"])


def test_the_history_outlives_a_kill_and_tells_what_the_organization_was_not_told(phone):
    has_card(phone)
    asks_here(phone, RAFFLE)
    phone.sees("AsksTooMuch", "11.1")
    stops(phone, "AsksTooMuch", "11.1b")
    phone.takes("SharingStopped", "2.2a")
    phone.sees("Dashboard", text="Identity card")
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    opens_activities(phone)
    lists(phone, ["Sharing stopped", "Card added"])
    opens(phone, "Sharing stopped")
    phone.sees("Activity", text=NAMES[RAFFLE])
    phone.sees("Activity", text="Warnings at that time")
    phone.takes("Activity", "1.1a")
    has_nothing(phone.sees("ActivityData", "2.1", "Asked for"))


def test_an_activity_is_opened_from_the_success_and_from_an_answer_that_may_have_arrived(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    approves(phone)
    phone.takes("DataShared", "1.6c")
    phone.sees("Activity", "1.1", f"{NAMES[SHOP]} received your data.")
    phone.takes("Activity", "1.1e")
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6b")
    loses_answer(phone)
    phone.takes("MayHaveArrived", "14.1b")
    # It is not settled yet: it cannot be deleted.
    screen = phone.sees("Activity", "1.1", "while its answer is still open")
    expect(screen.locator('[data-row="17a"]')).to_have_count(0)
    phone.photo("activity-not-settled")
    phone.takes("Activity", "1.1e")
    phone.takes("MayHaveArrived", "14.1a")
    phone.sees("DataShared", "1.6")
    # The same activity, now with its end.
    phone.takes("DataShared", "1.6c")
    screen = phone.sees("Activity", "1.1", f"{NAMES[SHOP]} received your data.")
    expect(screen.locator('[data-row="17a"]')).to_have_count(1)
    phone.took_all(["UC5.1/1.6c", "UC5.1/14.1b", "UC6.3/1.1e"])


@BOTH
def test_a_request_whose_time_ended_is_an_activity_that_says_so_in_both_languages(phone):
    has_card(phone)
    asks_here(phone, SHOP)
    phone.sees("ShareWith", "1.4")
    phone.device("clock-3600")
    # The wallet has also locked in the meantime.
    phone.enters("OpenWithPIN", PIN)
    phone.sees("SessionExpired", text="Nothing was shared.")
    phone.takes("SessionExpired", "SessionExpired.close")
    opens_activities(phone)
    lists(phone, ["Sharing stopped", "Card added"])
    opens(phone, "Sharing stopped")
    phone.sees("Activity", text="The time for an answer was over.")
    has_nothing(phone.sees("Activity", text="Nothing was shared."))
    phone.photo("activity-expired")
    phone.device("language-nl")
    phone.sees("Activity", text="De tijd om te antwoorden was voorbij.")
    phone.sees("Activity", text="Er is niets gedeeld.")


# MARK: Turning to others (F106)

def test_F106_a_report_and_a_wish_for_deletion_leave_the_app_by_a_registered_way_and_are_remembered(phone):
    has_card(phone)
    shares_here(phone)
    opens_activities(phone)
    opens(phone, "Data shared")
    phone.takes("Activity", "1.1f")
    screen = phone.sees("AskToDelete", "7.1", "What you can write")
    has_nothing(screen)
    phone.photo("activity-ask-to-delete")
    turns_to_first(phone, "AskToDelete", "7.1a")
    phone.takes("AskToDelete", "7.1b")
    phone.takes("Activity", "1.1d")
    phone.answers(phone.live("ReportProblem").locator('button[data-row="4.1b"][data-value="tooMuch"]'))
    phone.sees("WhereToReport", "4.2", "Toezicht op gegevens")
    turns_to_first(phone, "WhereToReport", "4.2b")
    phone.takes("WhereToReport", "4.2a")
    phone.takes("ReportProblem", "4.1a")
    phone.takes("Activity", "1.1e")
    lists(phone, ["Report begun", "Request to delete data begun", "Data shared", "Card added"])
    opens(phone, "Report begun")
    text = phone.sees("Activity", text="Contacted through").inner_text()
    assert "Toezicht op gegevens" in text and NAMES[SHOP] in text
    phone.photo("activity-report")


@BOTH
def test_an_issuer_of_a_card_is_reported_to_the_help_desk_and_the_history_says_so(phone):
    has_card(phone)
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1c")
    phone.sees("AboutIssuer", "4.1", ISSUER)
    phone.takes("AboutIssuer", "4.1a")
    screen = phone.sees("ReportProblem", "5.1")
    # An issuer has asked for nothing: there are fewer problems than with a request.
    problems = screen.locator('button[data-row="5.1b"]').evaluate_all("buttons => buttons.map(button => button.dataset.value)")
    assert problems == ["stranger", "impostor", "suspicious", "unreasonable", "wrongData"], problems
    phone.photo("card-issuer-report")
    reports(phone, "stranger")
    screen = phone.sees("WhereToReport", "5.2")
    expect(screen.get_by_text(ISSUER)).to_have_count(0)
    phone.takes("WhereToReport", "5.2a")
    reports(phone, "wrongData")
    screen = phone.sees("WhereToReport", "5.2", "Only the organisation that issued the card can correct what is on it.")
    phone.sees("WhereToReport", text=ISSUER)
    phone.photo("card-issuer-where-to-report")
    # The issuer and its address are text; only the help desk is a contact.
    for contact in screen.locator('button[data-row="5.2b"]').all():
        expect(contact).to_contain_text("the help desk of this app")
    turns_to_first(phone, "WhereToReport", "5.2b")
    phone.takes("WhereToReport", "5.2a")
    phone.takes("ReportProblem", "5.1a")
    phone.takes("AboutIssuer", "4.1c")
    # A report is an activity of the wallet, not of the card.
    phone.takes("CardOverview", "1.1b")
    lists(phone, ["Card added"])
    phone.takes("Activities", "1.1b")
    phone.takes("CardOverview", "1.1g")
    opens_activities(phone)
    lists(phone, ["Report begun", "Card added"])
    opens(phone, "Report begun")
    text = phone.sees("Activity", text="Contacted through").inner_text()
    assert ISSUER in text and "the help desk of this app" in text
    has_nothing(phone.sees("Activity"))
    phone.took_all(["UC7.2/4.1a", "UC7.2/5.1", "UC7.2/5.1a", "UC7.2/5.1b", "UC7.2/5.2", "UC7.2/5.2a", "UC7.2/5.2b"])


def reports(phone, problem):
    """Chooses what may be wrong with the issuer of a card."""
    phone.answers(phone.live("ReportProblem").locator(f'button[data-row="5.1b"][data-value="{problem}"]'))


def turns_to_first(phone, screen, row):
    """Presses the first contact of a page, which opens the browser, and comes back to the app, to the same place."""
    contact = phone.live(screen).locator(f'button[data-row="{row}"]').first
    phone.press(contact)
    phone.page.locator("#browser").wait_for(state="visible")
    phone.device("foreground")
    phone.sees(screen)
    expect(contact).to_be_focused()


@BOTH
def test_an_issuer_of_a_card_is_reported_in_dutch_and_the_history_can_become_empty(phone):
    has_card(phone)
    phone.device("language-nl")
    phone.sees("Dashboard", text="Laatste activiteit")
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1c")
    phone.takes("AboutIssuer", "4.1a")
    phone.sees("ReportProblem", "5.1", "De app vertelt niemand wat je kiest.")
    reports(phone, "stranger")
    screen = phone.sees("WhereToReport", "5.2", "Ik ken ze niet")
    for contact in screen.locator('button[data-row="5.2b"]').all():
        expect(contact).to_contain_text("de helpdesk van deze app")
    phone.takes("WhereToReport", "5.2a")
    reports(phone, "wrongData")
    screen = phone.sees("WhereToReport", "5.2", "Alleen de organisatie die de kaart heeft uitgegeven, kan verbeteren wat erop staat.")
    has_nothing(screen)
    phone.photo("card-issuer-where-to-report-nl")
    phone.takes("WhereToReport", "5.2a")
    phone.takes("ReportProblem", "5.1a")
    phone.takes("AboutIssuer", "4.1c")
    phone.takes("CardOverview", "1.1g")
    # Without a contact nothing was begun, and nothing is kept of it.
    opens_activities(phone)
    lists(phone, ["Kaart toegevoegd"])
    opens(phone, "Kaart toegevoegd")
    phone.takes("Activity", "17a")
    phone.sees("DeleteActivityQuestion", "5.1", "Wil je deze activiteit verwijderen?")
    phone.takes("DeleteActivityQuestion", "5.1a")
    phone.sees("Activities", "1.1", "Er zijn geen activiteiten.")


# MARK: Deleting

@BOTH
def test_one_activity_is_deleted_after_a_question_and_without_a_trace(phone):
    has_history(phone)
    opens_activities(phone)
    opens(phone, "Logged in")
    phone.takes("Activity", "17a")
    phone.sees("DeleteActivityQuestion", "5.1", "with it your proof")
    phone.photo("activity-delete-question")
    phone.takes("DeleteActivityQuestion", "5.1b")
    phone.sees("Activity", "1.1")
    phone.takes("Activity", "17a")
    phone.takes("DeleteActivityQuestion", "5.1a")
    left = [label for label in HISTORY if label != "Logged in"]
    lists(phone, left)
    phone.kill()
    phone.launch()
    phone.enters("OpenWithPIN", PIN)
    opens_activities(phone)
    lists(phone, left)
    phone.takes("Activities", "1.1b")
    # The line of the card goes on past the gap, and says nothing of it.
    opens_activities_of_card(phone)
    lists(phone, [label for label in OF_CARD if label != "Logged in"])
    expect(phone.live("Activities").get_by_text("damaged")).to_have_count(0)


@BOTH
def test_all_activities_are_deleted_only_with_the_pin_and_the_gap_is_told(phone):
    has_history(phone)
    opens_activities(phone)
    manages(phone)
    phone.photo("activities-keep")
    phone.takes("KeepActivities", "1.1b")
    phone.sees("DeleteActivitiesQuestion", "3.1", "no proof")
    phone.photo("activities-delete-question")
    phone.takes("DeleteActivitiesQuestion", "3.1b")
    # A PIN that is cancelled, and a wrong one, delete nothing.
    phone.takes("KeepActivities", "1.1b")
    phone.takes("DeleteActivitiesQuestion", "3.1a")
    phone.takes("ConfirmWithPIN", "1.1d")
    phone.sees("KeepActivities", "1.1")
    phone.takes("KeepActivities", "1.1b")
    phone.takes("DeleteActivitiesQuestion", "3.1a")
    phone.enters("ConfirmWithPIN", WRONG)
    phone.takes("WrongPIN", "2.1a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("ActivitiesDeleted", "3.3", "Your cards are unchanged.")
    phone.photo("activities-deleted")
    phone.takes("ActivitiesDeleted", "3.3a")
    lists(phone, ["All activities deleted"])
    # A stranger could have done it. To contact the help desk is no event.
    opens(phone, "All activities deleted")
    phone.sees("Activity", text="If an answer could still arrive at that time, it was kept.")
    phone.sees("Activity", text="Wasn't this you?")
    phone.photo("activity-not-you")
    turns_to_first(phone, "Activity", "18a")
    phone.takes("Activity", "1.1e")
    lists(phone, ["All activities deleted"])
    phone.takes("Activities", "1.1b")
    opens_activities_of_card(phone)
    phone.sees("Activities", text="There are no activities with this card.")
    phone.took_all(["history/3.1b", "history/3.2b", "history/3.2a", "history/3.3a", "extra/18a"])
    phone.kill()
    assert rows_of_events(phone) == 1


# MARK: Not kept

def test_a_history_that_is_switched_off_keeps_nothing_and_says_so_until_it_is_on_again(phone):
    has_card(phone)
    opens_activities(phone)
    manages(phone)
    phone.takes("KeepActivities", "1.1c")
    phone.sees("StopKeepingQuestion", "4.1", "can't be looked up later")
    phone.photo("activities-stop-keeping")
    phone.takes("StopKeepingQuestion", "4.1b")
    phone.sees("KeepActivities", "1.1", "Your activities are kept")
    stops_keeping(phone)
    phone.takes("KeepActivities", "1.1f")
    phone.sees("Activities", text="Activities aren't kept now.")
    lists(phone, ["Activities are no longer kept", "Card added"])
    phone.photo("activities-not-kept")
    phone.takes("Activities", "1.1b")
    asks_here(phone, SHOP)
    approves(phone)
    # There is no activity to see, and the answer arrives all the same.
    expect(phone.sees("DataShared", "1.6").locator('[data-row="1.6c"]')).to_have_count(0)
    leaves_for(phone, "DataShared", "1.6e")
    phone.device("foreground")
    opens_activities(phone)
    lists(phone, ["Activities are no longer kept", "Card added"])
    manages(phone)
    phone.takes("KeepActivities", "1.1d")
    phone.sees("KeepActivities", "1.1", "Your activities are kept")
    phone.takes("KeepActivities", "1.1f")
    phone.sees("Activities", "1.1")
    expect(phone.live("Activities").get_by_text("aren't kept now")).to_have_count(0)
    phone.takes("Activities", "1.1b")
    shares_here(phone)
    opens_activities(phone)
    lists(phone, ["Data shared", "Activities are kept again", "Activities are no longer kept", "Card added"])
    phone.took_all(["history/4.1b", "history/4.2a", "history/1.1d"])


@BOTH
def test_an_answer_that_may_have_arrived_is_told_also_while_nothing_is_kept(phone):
    has_card(phone)
    opens_activities(phone)
    manages(phone)
    stops_keeping(phone)
    phone.takes("KeepActivities", "1.1f")
    phone.takes("Activities", "1.1b")
    loses_answer(phone)
    phone.takes("MayHaveArrived", "14.1a")
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6e")
    phone.device("foreground")
    opens_activities(phone)
    lists(phone, ["Activities are no longer kept", "Card added"])
    manages(phone)
    deletes_all(phone)
    lists(phone, ["All activities deleted"])


# MARK: Taken along

def test_the_history_is_saved_as_a_file_with_the_pin_and_has_names_and_no_values(phone):
    has_card(phone)
    shares_here(phone)
    opens_activities(phone)
    manages(phone)
    phone.takes("KeepActivities", "1.1a")
    phone.sees("SaveActivities", "2.1", "isn't protected")
    phone.photo("activities-save")
    phone.takes("SaveActivities", "2.1a")
    phone.enters("ConfirmWithPIN", PIN)
    button = phone.page.locator('#glass [data-service="save"]')
    button.wait_for()
    # The sheet is announced: its heading has the focus.
    phone.focuses("#glass #screen-title")
    phone.photo("activities-save-sheet")
    with phone.page.expect_download() as download:
        phone.press(button)
    assert download.value.suggested_filename == "wallet-activities.json"
    text = download.value.path().read_text()
    file = json.loads(text)
    assert (file["format"], file["version"], file["unreadable"]) == ("wallet-activities", 2, 0)
    assert [activity["kind"] for activity in file["activities"]] == ["shared", "issued"]
    assert NAMES[SHOP] in text
    shared, issued = file["activities"]
    assert shared["asked"] and all(part["types"] for part in shared["asked"]), shared["asked"]
    # A person can read who, when, with which card, and which data.
    for words in ["Data shared.", f"{NAMES[SHOP]} received your data.", f"Organisation: {NAMES[SHOP]}", "When: ", "Identity card", "18 or older"]:
        assert words in shared["text"], shared["text"]
    assert "Card added." in issued["text"] and "Identity card" in issued["text"], issued["text"]
    assert not [value for value in ["Willeke", "De Bruijn", "1997", "2511"] if value in text], "the file has values"
    # It is given once.
    expect(button).to_have_count(0)
    phone.device("foreground")
    saved = "If you saved the file, the app no longer protects it."
    phone.sees("KeepActivities", "1.1", saved)
    phone.photo("activities-saved")
    phone.took("history/2.3")
    # It is said once.
    phone.takes("KeepActivities", "1.1e")
    phone.takes("HelpPage", "1a")
    screen = phone.sees("KeepActivities", "1.1", "Kept on this phone, and only names of data")
    expect(screen.get_by_text(saved)).to_have_count(0)


# MARK: For everyone

@BOTH
def test_the_history_in_dutch(phone):
    has_history(phone)
    phone.device("language-nl")
    phone.sees("Dashboard", text="Laatste activiteit")
    phone.takes("Dashboard", "1.1c")
    phone.sees("Activities", text="Activiteiten")
    lists(phone, ["Delen is misschien niet gelukt", "Ingelogd", "Delen gestopt", "Gegevens gedeeld", "Kaart toegevoegd"])
    for heading in phone.live("Activities").locator("h2").all_text_contents():
        assert MAAND.match(heading), heading
    phone.photo("activities-nl")
    opens(phone, "Gegevens gedeeld")
    phone.sees("Activity", text=f"{NAMES[SHOP]} heeft je gegevens ontvangen.")
    walks_the_pages(phone, lambda screen: has_nothing(phone.sees(screen)))
    phone.takes("Activity", "1.1e")
    manages(phone)
    phone.sees("KeepActivities", text="Je activiteiten worden bewaard")
    stops_keeping(phone, text="Je activiteiten worden niet bewaard")
    phone.photo("activities-not-kept-nl")
    deletes_all(phone, text="Alle activiteiten zijn verwijderd")
    phone.sees("Activities", text="Activiteiten worden nu niet bewaard.")
    lists(phone, ["Alle activiteiten verwijderd"])
    opens(phone, "Alle activiteiten verwijderd")
    phone.sees("Activity", text="Was jij dit niet?")
    phone.took_all(["history/3.3a", "history/4.2a"])


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_pages_of_the_history(phone, theme):
    phone.page.emulate_media(reduced_motion="reduce", **THEMES[theme])
    axe.load(phone.page)
    has_card(phone)
    asks_here(phone, RAFFLE)
    phone.takes("AsksTooMuch", "15b")
    phone.takes("AsksTooMuch", "11.1a")
    phone.takes("ShareWith", "15a")
    approves(phone)
    phone.sees("DataShared", "1.6")
    leaves_for(phone, "DataShared", "1.6e")
    phone.device("foreground")
    phone.sees("Dashboard", text="Data shared")
    axe.looks_good(phone, "the dashboard")
    opens_activities(phone)
    axe.looks_good(phone, "the activities")
    walks_the_management(phone, lambda screen: axe.looks_good(phone, screen))
    opens(phone, "Data shared")
    walks_the_pages(phone, lambda screen: axe.looks_good(phone, screen))
    phone.takes("Activity", "17a")
    phone.sees("DeleteActivityQuestion")
    axe.looks_good(phone, "the question")


@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_page_of_the_history_is_wider_than_a_small_phone(phone, language):
    has_history(phone)
    phone.device(f"language-{language}")
    phone.page.set_viewport_size({"width": 320, "height": 640})
    fits(phone, "Dashboard")
    opens_activities(phone)
    fits(phone, "Activities")
    walks_the_management(phone, lambda screen: fits(phone, screen))
    phone.answers(entries(phone).nth(HISTORY.index("Data shared")))
    walks_the_pages(phone, lambda screen: fits(phone, screen))
    phone.takes("Activity", "17a")
    fits(phone, "DeleteActivityQuestion")
    phone.photo(f"activities-{language}-320px")

# SPDX-License-Identifier: EUPL-1.2
"""UC7.4: a card leaves the wallet for good, only with the PIN, whole or not at all; the history still names it."""
import axe
import pytest
from activities import entries, fits, lists, opens, opens_activities
from cards import (NUMBER, OF_LIBRARY, ROWS, asks_to_delete, cards, deletes, goes_to_the_pin, has_idle_keys, has_library_card, is_gone, is_whole,
                   opens_library_card, rows_of_library_card)
from gallery import THEMES
from kills import launched_again, walk
from phone import PIN, WRONG
from playwright.sync_api import expect
from test_keyboard import has_focus, tabs_to

BOTH = pytest.mark.parametrize("phone", ["iphone", "android"], indirect=True)

AFTERWARDS = ["Card deleted", *OF_LIBRARY, "Card added"]


# MARK: The walk

@BOTH
def test_LTC78_a_card_is_deleted_after_a_question_and_the_pin_and_the_history_still_names_it(phone):
    has_library_card(phone)
    phone.photo("dashboard-two-cards")
    opens_library_card(phone)
    phone.sees("CardOverview", text="You can share from this card at least 2 more times.")
    phone.photo("card-that-can-be-deleted")
    asks_to_delete(phone)
    # What is lost and what stays is said beforehand.
    phone.sees("DeleteCardQuestion", text="you can only get the card again from Waterbeek Library")
    phone.sees("DeleteCardQuestion", text="Activities with this card that were kept stay")
    phone.photo("delete-card-question")
    phone.takes("DeleteCardQuestion", "1.1b")
    phone.sees("CardOverview", "1.1")
    # Escape is Cancel, and so are Cancel and Back at the PIN.
    asks_to_delete(phone)
    phone.live("DeleteCardQuestion").wait_for()
    phone.page.keyboard.press("Escape")
    phone.sees("CardOverview", "1.1")
    phone.took("UC7.4/1.1b", 2)
    for row in ["1.1d", "1.1c"]:
        goes_to_the_pin(phone)
        phone.takes("ConfirmWithPIN", row)
        phone.sees("CardOverview", "1.1")
    phone.takes("CardOverview", "1.1g")
    is_whole(phone)
    # A wrong PIN deletes nothing.
    opens_library_card(phone)
    goes_to_the_pin(phone)
    phone.photo("delete-card-pin")
    phone.enters("ConfirmWithPIN", WRONG)
    phone.sees("WrongPIN", "2.1")
    assert rows_of_library_card(phone) == ROWS
    phone.takes("WrongPIN", "2.1a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CardDeleted", "1.3", "Library card is deleted")
    phone.photo("card-deleted")
    phone.takes("CardDeleted", "1.3c")
    phone.sees("HelpPage", text="An answer that may still arrive can be sent again.")
    phone.takes("HelpPage", "1a")
    phone.takes("CardDeleted", "1.3a")
    is_gone(phone)
    expect(phone.live("Dashboard").locator('[data-row="10d"] .list-label')).to_have_text(AFTERWARDS[:3])
    phone.took_all(["UC7.2/1.1f", "UC7.4/1.1a", "UC7.4/1.1b", "UC7.4/1.2a", "UC7.4/1.2b", "UC7.4/1.2c", "UC7.4/1.3", "UC7.4/1.3a", "UC7.4/1.3c"])
    the_history_names_it(phone)
    assert phone.page.problems == []


def the_history_names_it(phone):
    """From the dashboard through the activities of the deleted card, and back to the list."""
    opens_activities(phone)
    lists(phone, AFTERWARDS)
    opens(phone, "Card deleted")
    phone.sees("Activity", text="You deleted this card from your wallet: Library card.")
    phone.photo("activity-card-deleted")
    phone.takes("Activity", "1.1c")
    phone.sees("AboutIssuer", "6.1", "https://library.example")
    phone.takes("AboutIssuer", "6.1c")
    phone.takes("Activity", "1.1e")
    opens(phone, "Data shared")
    phone.sees("Activity", text="Leescafé De Bladzijde received your data.")
    phone.sees("Activity", text="Library card")
    phone.takes("Activity", "1.1a")
    # Names, and no value of a card that is gone.
    screen = phone.sees("ActivityData", "2.1", "Library card")
    phone.sees("ActivityData", text="Library number")
    assert NUMBER not in screen.inner_text()
    phone.takes("ActivityData", "2.1c")
    phone.takes("Activity", "1.1e")
    lists(phone, AFTERWARDS)
    # The newer one of the two that were added.
    phone.answers(entries(phone).nth(AFTERWARDS.index("Card added")))
    phone.sees("Activity", text="Library card")
    phone.takes("Activity", "1.1e")


@BOTH
def test_the_identity_card_cannot_be_deleted_and_its_activities_are_its_own(phone):
    has_library_card(phone)
    opens_library_card(phone)
    phone.takes("CardOverview", "1.1b")
    lists(phone, OF_LIBRARY)
    phone.takes("Activities", "1.1b")
    deletes(phone)
    phone.takes("CardDeleted", "1.3b")
    phone.took("UC7.4/1.3b")
    is_gone(phone)
    phone.takes("Dashboard", "1.1d")
    expect(phone.sees("CardOverview", "1.1", "Identity card").locator('[data-row="1.1f"]')).to_have_count(0)
    phone.takes("CardOverview", "1.1b")
    lists(phone, ["Card added"])


@BOTH
def test_a_card_whose_copies_are_used_up_says_so_in_both_languages_and_can_be_deleted(phone):
    has_library_card(phone, copies=0)
    opens_library_card(phone)
    phone.sees("CardOverview", text="The copies of this card are used up for some or all organisations.")
    # What the card says can still be read.
    phone.takes("CardOverview", "1.1a")
    phone.sees("CardData", text=NUMBER)
    phone.takes("CardData", "2.1c")
    phone.sees("CardOverview", "1.1")
    phone.photo("card-without-copies")
    phone.device("language-nl")
    phone.sees("CardOverview", text="De kopieën zijn op voor sommige of alle organisaties.")
    deletes(phone)
    phone.takes("CardDeleted", "1.3a")
    phone.sees("Dashboard", "1.1", "Identiteitskaart")
    expect(cards(phone)).to_have_count(1)
    assert rows_of_library_card(phone) == 0


# MARK: Faults

@pytest.mark.parametrize("network, screen", [("network-offline", "NoInternet"), ("network-unreachable", "ServerUnreachable")])
def test_without_a_connection_the_card_is_whole_until_a_retry_deletes_it(phone, network, screen):
    has_library_card(phone)
    opens_library_card(phone)
    goes_to_the_pin(phone)
    phone.device(network)
    phone.enters("ConfirmWithPIN", PIN)
    phone.takes(screen, "13a")
    phone.takes("ConfirmWithPIN", "1.1d")
    phone.takes("CardOverview", "1.1g")
    is_whole(phone)
    phone.device("network-online")
    opens_library_card(phone)
    goes_to_the_pin(phone)
    phone.device(network)
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees(screen)
    assert rows_of_library_card(phone) == ROWS
    phone.device("network-online")
    phone.takes(screen, f"{screen}.retry")
    phone.sees("CardDeleted", "1.3")
    phone.takes("CardDeleted", "1.3a")
    is_gone(phone)


def test_after_the_pin_the_deletion_needs_no_connection_and_the_keys_go_with_the_next_pin(phone):
    has_library_card(phone)
    opens_library_card(phone)
    deletes(phone)
    phone.device("network-offline")
    phone.takes("CardDeleted", "1.3a")
    is_gone(phone)
    assert has_idle_keys(phone)
    opens_activities(phone)
    lists(phone, AFTERWARDS)
    launched_again(phone, PIN)
    is_gone(phone)
    phone.eventually(lambda: not has_idle_keys(phone))


def at_the_question(phone):
    opens_library_card(phone)
    asks_to_delete(phone)


def before_the_pin(phone):
    opens_library_card(phone)
    goes_to_the_pin(phone)


def half_of_the_pin(phone):
    before_the_pin(phone)
    phone.enters("ConfirmWithPIN", PIN[:3])


def pin_is_judged(phone):
    before_the_pin(phone)
    phone.device("network-slow")
    before = phone.rows().count("PF2.8/1.1")
    phone.enters("ConfirmWithPIN", PIN)
    phone.took("PF2.8/1.1", before + 1)


@BOTH
def test_a_kill_before_the_deletion_leaves_the_card_whole_and_one_after_it_leaves_nothing_of_it(phone):
    has_library_card(phone)
    for way in [at_the_question, before_the_pin, half_of_the_pin, pin_is_judged]:
        walk(phone, [(way, ("Dashboard", "1.1"))], PIN)
        is_whole(phone)
    assert "UC7.4/1.3" not in phone.rows()
    opens_library_card(phone)
    deletes(phone)
    launched_again(phone, PIN)
    is_gone(phone)
    opens_activities(phone)
    # It was deleted once.
    lists(phone, AFTERWARDS)


# MARK: For everyone

@BOTH
def test_a_card_is_deleted_in_dutch(phone):
    has_library_card(phone)
    phone.device("language-nl")
    phone.sees("Dashboard", text="Bibliotheekpas")
    opens_library_card(phone)
    phone.sees("CardOverview", text="Deze kaart verwijderen")
    phone.sees("CardOverview", text="Je kunt nog minstens 2 keer van deze kaart delen.")
    asks_to_delete(phone)
    phone.sees("DeleteCardQuestion", text="Wil je Bibliotheekpas verwijderen?")
    phone.sees("DeleteCardQuestion", text="Activiteiten met deze kaart die zijn bewaard, blijven")
    phone.photo("delete-card-question-nl")
    phone.takes("DeleteCardQuestion", "1.1a")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CardDeleted", "1.3", "Bibliotheekpas is verwijderd")
    phone.photo("card-deleted-nl")
    phone.takes("CardDeleted", "1.3b")
    opens_activities(phone)
    lists(phone, ["Kaart verwijderd", "Gegevens gedeeld", "Kaart toegevoegd", "Kaart toegevoegd"])
    opens(phone, "Kaart verwijderd")
    phone.sees("Activity", text="Je hebt deze kaart uit je wallet verwijderd: Bibliotheekpas.")


def test_the_keyboard_alone_deletes_a_card(phone):
    page = phone.page
    has_library_card(phone)

    def presses(selector):
        tabs_to(page, selector)
        page.keyboard.press("Enter")

    def sees(screen, title="screen-title"):
        phone.live(screen).wait_for()
        has_focus(page, title)

    def comes_back_to_question():
        # The focus is back on the control that opened the question.
        phone.live("CardOverview").wait_for()
        page.wait_for_function("() => document.activeElement?.matches('[data-screen=\"CardOverview\"] [data-row=\"1.1f\"]')")
        page.keyboard.press("Enter")
        sees("DeleteCardQuestion", "dialog-title")

    presses('[data-screen="Dashboard"] button[data-row="1.1d"][data-value="library"]')
    sees("CardOverview")
    presses('[data-screen="CardOverview"] button[data-row="1.1f"]')
    sees("DeleteCardQuestion", "dialog-title")
    assert phone.live("DeleteCardQuestion").get_attribute("role") in ("dialog", "alertdialog")
    # The focus does not leave the question.
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('[aria-modal]') !== null")
    page.keyboard.press("Escape")
    comes_back_to_question()
    presses('[data-screen="DeleteCardQuestion"] button[data-row="1.1a"]')
    sees("ConfirmWithPIN")
    page.keyboard.press("Escape")
    comes_back_to_question()
    phone.took("UC7.4/1.2c")
    presses('[data-screen="DeleteCardQuestion"] button[data-row="1.1a"]')
    sees("ConfirmWithPIN")
    phone.enters("ConfirmWithPIN", PIN, keyboard=True)
    sees("CardDeleted")
    presses('[data-screen="CardDeleted"] .primary')
    is_gone(phone)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_way_to_a_deleted_card(phone, theme):
    phone.page.emulate_media(reduced_motion="reduce", **THEMES[theme])
    has_library_card(phone)
    axe.load(phone.page)
    axe.looks_good(phone, "the dashboard with two cards")
    opens_library_card(phone)
    axe.looks_good(phone, "the card")
    asks_to_delete(phone)
    axe.looks_good(phone, "the question")
    phone.takes("DeleteCardQuestion", "1.1a")
    phone.sees("ConfirmWithPIN", "1.1")
    axe.looks_good(phone, "the PIN")
    phone.enters("ConfirmWithPIN", PIN)
    phone.sees("CardDeleted", "1.3")
    axe.looks_good(phone, "the message that it is deleted")
    phone.takes("CardDeleted", "1.3a")
    phone.sees("Dashboard", text="Card deleted")
    axe.looks_good(phone, "the dashboard without it")
    opens_activities(phone)
    opens(phone, "Card deleted")
    axe.looks_good(phone, "its activity")


@pytest.mark.parametrize("language", ["en", "nl"])
def test_no_page_on_the_way_to_a_deleted_card_is_wider_than_a_small_phone(phone, language):
    has_library_card(phone)
    phone.device(f"language-{language}")
    phone.page.set_viewport_size({"width": 320, "height": 640})
    fits(phone, "Dashboard")
    opens_library_card(phone)
    fits(phone, "CardOverview")
    asks_to_delete(phone)
    fits(phone, "DeleteCardQuestion")
    phone.photo(f"delete-card-question-{language}-320px")
    phone.takes("DeleteCardQuestion", "1.1a")
    fits(phone, "ConfirmWithPIN")
    phone.enters("ConfirmWithPIN", PIN)
    fits(phone, "CardDeleted")
    phone.photo(f"card-deleted-{language}-320px")
    phone.takes("CardDeleted", "1.3a")
    fits(phone, "Dashboard")

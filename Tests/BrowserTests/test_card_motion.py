# SPDX-License-Identifier: EUPL-1.2
"""The card: its holder, and its opening animation."""
from playwright.sync_api import expect

MOVES = True

# Records every element that a script animates.
NOTE_MOTION = """
() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...words) { window.moved.push(this.className); return animate.apply(this, words); };
}
"""


def test_a_card_opens_with_a_motion_that_reduced_motion_switches_off(phone):
    phone.registers()
    phone.obtains_pid()
    moved = lambda: phone.page.evaluate("window.moved")
    phone.page.evaluate(NOTE_MOTION)
    phone.takes("Dashboard", "1.1d")
    card = phone.sees("CardOverview").locator(".pass.whole")
    assert moved() == ["pass whole"]
    expect(card.locator(".pass-person")).to_have_text("Willeke Liselotte De Bruijn")
    assert card.locator(".pass-photo").evaluate("photo => photo.decode().then(() => photo.naturalWidth)") > 100
    assert card.locator(".pass-ground").evaluate("ground => ground.decode().then(() => ground.naturalWidth)") > 100
    phone.takes("CardOverview", "1.1g")
    expect(phone.sees("Dashboard").locator(".pass-person")).to_have_text("Willeke Liselotte De Bruijn")
    assert moved() == ["pass whole", "pass"]
    phone.page.emulate_media(reduced_motion="reduce")
    phone.takes("Dashboard", "1.1d")
    phone.sees("CardOverview")
    assert len(moved()) == 2
    # One date, in every time zone.
    date = card.locator(".badge").inner_text().removeprefix("Valid through ")
    overview = phone.sees("CardOverview", text=f"You can use this card through {date}.")
    expect(overview.locator("h1")).to_have_count(1)
    expect(card.locator("h1#screen-title")).to_be_focused()
    phone.takes("CardOverview", "1.1a")
    facts = phone.sees("CardData").locator("dl.facts").all_inner_texts()
    assert "Valid through\n" + date.replace("\u00a0", " ") in "\n".join(facts)


def test_the_details_show_the_holder_once_and_places_as_people_write_them(phone):
    phone.registers()
    phone.obtains_pid()
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "1.1a")
    data = phone.sees("CardData")
    facts = "\n".join(data.locator("dl.facts").all_inner_texts())
    assert "Place of birth\nDelft, Netherlands\n" in facts
    assert "Address\nTurfmarkt 147\n2511 DP Den Haag\nNetherlands\n" in facts
    assert facts.count("Turfmarkt") == 1
    expect(data.locator(".portrait p")).to_have_text("Willeke Liselotte De Bruijn")
    expect(data.locator(".portrait img")).to_have_attribute("alt", "Photo")
    expect(data.locator("img")).to_have_count(1)
    expect(data.locator(".actions")).to_have_count(0)
    phone.takes("CardData", "2.1a")
    phone.takes("DetailsIncorrect", "3.1a")
    phone.sees("CardData")


def test_a_valid_identity_card_can_be_obtained_again_and_stays_until_then(phone):
    phone.registers()
    phone.obtains_pid()
    phone.takes("Dashboard", "1.1d")
    phone.takes("CardOverview", "6a")
    phone.takes("AddCardsViaLogin", "7a")
    phone.sees("Dashboard", text="Valid through")


def test_the_typeface_is_the_programs_own(phone):
    loaded = phone.page.evaluate("async () => (await document.fonts.load('400 16px \"Wallet Inter\"')).map(face => face.status)")
    assert loaded == ["loaded"]
    assert phone.page.problems == []

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
    phone.takes("CardOverview", "1.1a")
    facts = phone.sees("CardData").locator("dl.facts").all_inner_texts()
    assert "Valid through\n" + date in "\n".join(facts)


def test_the_typeface_is_the_programs_own(phone):
    loaded = phone.page.evaluate("async () => (await document.fonts.load('400 16px \"Wallet Inter\"')).map(face => face.status)")
    assert loaded == ["loaded"]
    assert phone.page.problems == []

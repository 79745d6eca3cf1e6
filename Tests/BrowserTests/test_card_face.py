# SPDX-License-Identifier: EUPL-1.2
"""The face of a card: words stand on its plain colour, and of a covered card the strip with its name stays visible."""
import pytest
from gallery import LANGUAGES, show

# The width of the window, and the reader's text size in per cent.
SIZES = [(320, 100), (520, 100), (520, 130), (520, 200), (520, 320)]

SETTLE = "() => document.getAnimations().forEach(a => { try { a.finish(); } catch { a.cancel(); } })"

# The card with an issuer's picture; its words, which are then hidden, as boxes on the page; and the picture in one colour, still with its mask.
PREPARE = """
async () => {
    const ground = document.querySelector('#glass .screen:not([inert]) .pass-ground');
    if (getComputedStyle(ground).display === 'none') return undefined;
    const pass = ground.closest('.pass');
    ground.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 10'><path fill='red' d='M0 0h16v10H0z'/></svg>";
    await ground.decode();
    const box = part => (({ x, y, width, height }) => ({ x, y, width, height }))(part);
    const lines = [...pass.querySelectorAll('.pass-name, .pass-issuer, .pass-person')].flatMap(words => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return [...range.getClientRects()].map(box);
    });
    for (const part of pass.querySelectorAll('.pass-words, .pass-holder, .pass-logo, .badge')) part.style.visibility = 'hidden';
    return { lines, card: box(pass.getBoundingClientRect()) };
}
"""
HIDE_PICTURE = "() => { document.querySelector('#glass .screen:not([inert]) .pass-ground').style.visibility = 'hidden'; }"

# Of every covered card: what is visible of it above the next one, and its words and warning that lie lower.
STRIPS = """
() => [...document.querySelectorAll('#glass .screen:not([inert]) .cards > li + li > .pass')].map(next => {
    const pass = next.parentElement.previousElementSibling.querySelector('.pass');
    const edge = next.getBoundingClientRect().top;
    const needed = [...pass.querySelectorAll('.pass-name, .pass-issuer, .pass-logo, .badge:not(.ok)')];
    return { height: edge - pass.getBoundingClientRect().top, covered: needed.filter(part => part.getBoundingClientRect().bottom > edge).map(part => part.className) };
})
"""


def opened(browser, gallery, name, language, width, text):
    page = gallery.open(browser.new_context(viewport={"width": width, "height": 640 if width == 320 else 980}), text)
    show(page, next(picture for picture in gallery.pictures if picture["name"] == name), language)
    page.evaluate(SETTLE)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width, text", SIZES)
def test_no_words_stand_on_the_issuers_picture(browser, gallery, width, text, language):
    page = opened(browser, gallery, "CardOverview-12", language, width, text)
    parts = page.evaluate(PREPARE)
    if parts:
        assert len(parts["lines"]) >= 3
        boxes = parts["lines"] + [parts["card"]]
        with_picture = [page.screenshot(clip=box) for box in boxes]
        page.evaluate(HIDE_PICTURE)
        changed = [before != page.screenshot(clip=box) for before, box in zip(with_picture, boxes)]
        assert changed == [False] * len(parts["lines"]) + [True]
    # Large text needs the whole card, and takes it.
    assert bool(parts) == (text < 200)
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width, text", SIZES)
def test_a_covered_card_shows_its_name_issuer_and_warning(browser, gallery, width, text, language):
    page = opened(browser, gallery, "Dashboard-3", language, width, text)
    strips = page.evaluate(STRIPS)
    assert len(strips) >= 8
    assert all(strip["height"] >= 64 and not strip["covered"] for strip in strips), strips
    page.context.close()


def test_a_focused_card_lies_above_the_card_that_covers_it(browser, gallery):
    page = opened(browser, gallery, "Dashboard-3", "en", 520, 100)
    first = page.locator("#glass .cards > li").first
    page.keyboard.press("Tab")
    first.locator("button").focus()
    assert first.evaluate("item => getComputedStyle(item).zIndex") == "1"
    assert first.evaluate("item => document.elementFromPoint(200, item.getBoundingClientRect().bottom - 4)?.closest('li') === item")
    page.context.close()

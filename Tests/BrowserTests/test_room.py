# SPDX-License-Identifier: EUPL-1.2
"""Every screen fits: on the smallest phone and with the largest text nothing is cut off, covered or out of reach."""
import pytest
from gallery import LANGUAGES, THEMES, show

# The window and the text size in per cent.
ROOMS = {"320 px": ({"width": 320, "height": 640}, 100), "320 %": ({"width": 520, "height": 980}, 320)}

# Ends animations, so that everything is at its final place.
SETTLE = "() => document.getAnimations().forEach(a => { try { a.finish(); } catch { a.cancel(); } })"

# The faults of the top screen, as sentences.
LOOK = """
() => {
    const top = document.querySelector('#glass [aria-modal="true"]') ?? document.querySelector('#glass .screen:not([inert])')
        ?? document.querySelector('#glass .home-screen');
    const glass = document.getElementById('glass').getBoundingClientRect();
    const wrong = [];
    if (document.scrollingElement.scrollWidth > innerWidth) wrong.push('the page is wider than the window');
    if (top.scrollWidth > top.clientWidth) wrong.push('the screen is wider than the glass');
    for (const text of top.querySelectorAll('h1, h2, p, dt, dd, li, time, .list-label, .group')) {
        const box = text.getBoundingClientRect();
        if (!box.width || getComputedStyle(text).visibility === 'hidden') continue;
        if (text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).display !== 'inline') wrong.push(`words run out: ${text.textContent}`);
        if (box.left < glass.left - 1 || box.right > glass.right + 1) wrong.push(`words leave the glass: ${text.textContent}`);
    }
    for (const button of top.querySelectorAll('button')) {
        const name = button.getAttribute('aria-label') ?? button.textContent;
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = button.getBoundingClientRect();
        if (button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1) wrong.push(`cut: ${name}`);
        if (Math.min(box.width, box.height) < 44) wrong.push(`too small for a finger: ${name}`);
        if (box.left < glass.left || box.right > glass.right) wrong.push(`beside the glass: ${name}`);
        // A control that is taller than the glass is seen part by part; its middle must be free.
        const isTall = box.height > glass.height;
        for (const [x, y] of isTall ? [[.5, .5]] : [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8]]) {
            const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
            if (!button.contains(hit)) { wrong.push(`covered: ${name}`); break; }
        }
    }
    top.scrollTo(0, 0);
    return wrong;
}
"""

# Content that must be visible at once on the smallest phone but is not: behind the fixed buttons, or below the edge. Long texts and lists continue
# below the edge; for those only the title, urgent messages and the beginning count.
HIDDEN = """
() => {
    const top = document.querySelector('#glass [aria-modal="true"]') ?? document.querySelector('#glass .screen:not([inert])');
    if (!top) return [];
    const actions = top.querySelector(':scope > .actions');
    const isFixed = actions && getComputedStyle(actions).position === 'sticky';
    const edge = isFixed ? actions.getBoundingClientRect().top : top.getBoundingClientRect().bottom;
    const parts = [...(top.querySelector(':scope > .content') ?? top).children].filter(part => part.getBoundingClientRect().height);
    // These are read from beginning to end; a person who has the code may read on below the edge how to keep it.
    if (['PrivacyStatement', 'ShareWith', 'AboutSharing', 'SharingAgreement', 'AboutOrganization'].includes(top.dataset.screen)) return [];
    // A list after a switch, or after a refusal, is not what the screen is for.
    const before = parts.slice(0, parts.findIndex(part => part.matches('.toggle, .banner.danger')) >>> 0);
    const endless = before.find(part => part.matches('.list, .facts, .copyable, .cards, .pass, .embedded, .part, .state'));
    const urgent = part => part.matches('h1, .banner, .progress, .code, .entry, .countdown, .pin, .toggle');
    const needed = parts.filter(part => endless || !before.includes(part) ? urgent(part) : true).filter(part => !part.matches('.actions, .splash, .illustration, [data-service], .code ~ *'));
    // Of a switch, the most must be visible.
    const room = part => part.matches('.toggle') ? part.getBoundingClientRect().height / 4 : 1;
    const wrong = needed.filter(part => part.getBoundingClientRect().bottom > edge + room(part))
        .map(part => `hidden by ${Math.round(part.getBoundingClientRect().bottom - edge)}: ${part.className || part.localName}: ${part.textContent.trim().slice(0, 60)}`);
    if (endless && endless.getBoundingClientRect().top + 24 > edge) wrong.push(`not begun: ${endless.className}`);
    return wrong;
}
"""

# The focus, and whether it is visible.
FOCUS = """
() => {
    const focused = document.activeElement;
    const box = focused.getBoundingClientRect();
    const glass = document.getElementById('glass').getBoundingClientRect();
    const style = getComputedStyle(focused);
    return {
        isPrimary: focused.classList.contains('primary'),
        isInGlass: focused.closest('#glass') !== null,
        isVisible: box.top < glass.bottom && box.bottom > glass.top && (box.height > glass.height || box.bottom <= glass.bottom + 1),
        isMarked: style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 3,
    };
}
"""


def opened(browser, gallery, room, **media):
    window, text = ROOMS[room]
    return gallery.open(browser.new_context(viewport=window, **media), text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_cut_or_covered_or_wider_than_the_phone(browser, gallery, room, language):
    page = opened(browser, gallery, room)
    found = []
    for picture in gallery.pictures:
        show(page, picture, language)
        page.evaluate(SETTLE)
        found += [f"{picture['name']}: {line}" for line in page.evaluate(LOOK)]
    page.context.close()
    assert not found, "\n".join(found[:30])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_phone_shows_a_screens_purpose_without_scrolling(browser, gallery, language):
    page = opened(browser, gallery, "320 px")
    found = []
    for picture in gallery.pictures:
        show(page, picture, language)
        page.evaluate(SETTLE)
        found += [f"{picture['name']}: {line}" for line in page.evaluate(HIDDEN)]
    page.context.close()
    assert not found, f"{len(found)}\n" + "\n".join(found)


# Keys of a PIN pad that are covered, at their middle and near their edges, on a newly shown screen.
COVERED = """
() => {
    const screen = document.querySelector('#glass .screen:not([inert])');
    screen.scrollTo(0, 0);
    const edge = screen.getBoundingClientRect().bottom;
    return [...screen.querySelectorAll('.key[data-key]')].flatMap(key => {
        const box = key.getBoundingClientRect();
        const hits = [.1, .5, .9].map(part => [box.left + box.width / 2, box.top + part * box.height])
            .filter(([, y]) => y < edge).map(([x, y]) => document.elementFromPoint(x, y));
        return hits.filter(hit => !key.contains(hit)).map(hit => `${key.dataset.key} lies under ${hit?.dataset.row ?? hit?.className}`);
    });
}
"""
# Windows from the smallest phone's to a large one's, and those of the workbench.
WINDOWS = [(320, 640), (360, 640), (375, 667), (390, 700), (412, 740), (430, 800), (480, 850), (1440, 760), (1440, 850), (1440, 960)]


# The faults of the top bar of a full screen, as sentences.
BAR = """
() => {
    const bar = document.querySelector('#glass .screen > .top-bar');
    const buttons = bar ? [...bar.querySelectorAll('button')] : [];
    const boxes = buttons.map(button => button.getBoundingClientRect());
    const middle = bar?.querySelector('.mark-button');
    const help = bar?.querySelector('.top-end > button');
    const wrong = [];
    boxes.forEach((box, index) => {
        if (index && box.left < boxes[index - 1].right) wrong.push('two buttons overlap or are in another order');
        if (box.top !== boxes[0].top) wrong.push('the buttons stand in two lines');
    });
    if (help && bar.getBoundingClientRect().right - help.getBoundingClientRect().right > 16) wrong.push('help is not at the right');
    if (middle) {
        const [mark, glass] = [middle.querySelector('.mark'), bar].map(part => part.getBoundingClientRect());
        if (!mark.width) wrong.push('the mark is hidden');
        const box = middle.getBoundingClientRect();
        if (Math.abs((box.left + box.right) - (glass.left + glass.right)) > 2) wrong.push('the product is not in the middle');
    }
    return wrong;
}
"""


@pytest.mark.parametrize("room", ROOMS)
def test_the_top_bar_has_the_product_in_the_middle_and_help_at_the_right(browser, gallery, room):
    page = opened(browser, gallery, room)
    wrong, helped = [], 0
    for picture in gallery.pictures:
        show(page, picture, "en")
        wrong += [f"{picture['name']}: {line}" for line in page.evaluate(BAR)]
        helped += page.locator(".screen:not([inert]) > .top-bar .top-end > button").count()
    page.context.close()
    assert helped > 100
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_covers_a_key_of_a_PIN_pad(browser, gallery, window):
    page = gallery.open(browser.new_context(viewport=dict(zip(("width", "height"), window)), reduced_motion="reduce"))
    found, pads = [], 0
    for picture in gallery.pictures:
        for language in LANGUAGES:
            show(page, picture, language)
            if page.locator("#glass .screen:not([inert]) .pin").count():
                pads += 1
                found += [f"{picture['name']} {language}: {line}" for line in page.evaluate(COVERED)]
    page.context.close()
    assert pads > 20 and not found, "\n".join(found[:20])


# The distances, in pixels, from the title's left edge to the dots', from the text to the dots and from the keys to the end of the content; a dot's width.
PIN_LINES = """
() => {
    const box = part => document.querySelector(`#glass .screen ${part}`).getBoundingClientRect();
    const [text] = [...document.querySelectorAll('#glass .content > *')].filter(part => part.nextElementSibling?.matches('.pin'));
    return {
        left: box('.dots').left - box('h1').left,
        above: box('.dot').top - text.getBoundingClientRect().bottom,
        below: box('.content').bottom - box('.keys').bottom,
        dot: box('.dot').width,
    };
}
"""


def test_the_dots_of_a_PIN_stand_close_below_the_text_at_its_left_edge(browser, gallery):
    page = gallery.open(browser.new_context(viewport={"width": 520, "height": 980}, reduced_motion="reduce"))
    found, pads = [], 0
    for picture in gallery.pictures:
        show(page, picture, "en")
        if page.locator("#glass .screen:not([inert]) .pin").count():
            pads += 1
            lines = page.evaluate(PIN_LINES)
            if abs(lines["left"]) > 1 or not 0 < lines["above"] <= 24 or not 0 <= lines["below"] <= 24 or lines["dot"] < 20:
                found.append(f"{picture['name']}: {lines}")
    page.context.close()
    assert pads > 20 and not found, "\n".join(found[:20])


@pytest.mark.parametrize("room", ROOMS)
def test_the_main_button_is_reachable_by_keyboard_and_the_focus_is_always_visible(browser, gallery, room):
    page = opened(browser, gallery, room)
    found, walked = [], set()
    for picture in gallery.pictures:
        # One of each kind of screen is enough here.
        if picture["screen"] in walked:
            continue
        walked.add(picture["screen"])
        show(page, picture, "nl")
        page.evaluate(SETTLE)
        if not page.locator("#glass .primary:not([inert] *)").count():
            continue
        for _ in range(20):
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            if focus["isInGlass"] and not (focus["isVisible"] and focus["isMarked"]):
                found.append(f"{picture['name']}: the focus is not seen: {page.evaluate('document.activeElement.outerHTML')}")
            if focus["isPrimary"] or not focus["isInGlass"]:
                break
        if not focus["isPrimary"]:
            found.append(f"{picture['name']}: the main button is not reached")
    page.context.close()
    assert len(walked) > 50 and not found, "\n".join(found[:20])


# True if an animated element changes position, size or rotation.
MOVES = """
() => document.getAnimations().flatMap(animation => {
    const target = animation.effect.target;
    const { duration, delay } = animation.effect.getComputedTiming();
    animation.pause();
    const places = [0, 0.1, 0.3, 0.5, 0.7, 0.9].map(part => {
        animation.currentTime = delay + part * duration;
        const box = target.getBoundingClientRect();
        return [box.x, box.y, box.width, box.height].map(number => number.toFixed(1)).join();
    });
    animation.cancel();
    return new Set(places).size > 1 ? [`${animation.animationName} moves ${target.getAttribute('class')}`] : [];
})
"""


def test_reduced_motion_stops_all_animation(browser, gallery):
    page = opened(browser, gallery, "320 px", reduced_motion="reduce")
    found = []
    for picture in gallery.pictures:
        show(page, picture, "en", "forward")
        found += [f"{picture['name']}: {line}" for line in page.evaluate(MOVES)]
        assert page.evaluate("() => document.getAnimations().filter(a => a.effect.target?.closest('.picture')).length") == 0
    for direction in ["back", "sheet"]:
        show(page, gallery.pictures[1], "en", direction)
        found += page.evaluate(MOVES)
    page.context.close()
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("screen", ["IntroductionAddingCards", "IntroductionSecureLogin", "IntroductionSharing"])
def test_the_pictures_of_the_introduction_move_until_they_are_paused(browser, gallery, screen):
    page = opened(browser, gallery, "320 px")
    states = {}
    for picture in gallery.pictures:
        if picture["name"].removesuffix("-2") == screen:
            show(page, picture, "en")
            isPaused = page.locator(".illustration").get_attribute("data-paused")
            playing = page.evaluate("() => document.getAnimations().filter(a => a.effect.target?.closest('.picture')).map(a => a.playState)")
            states[isPaused] = set(playing)
            button = page.locator(".illustration .icon-button")
            assert button.get_attribute("aria-label") == ("Play animation" if isPaused == "true" else "Pause animation")
            if isPaused == "false":
                assert page.evaluate(MOVES)
            else:
                # A paused picture is complete, not its first frame.
                parts = page.locator(":is(.m-card, .m-ridge, .m-signal, .m-cross, .m-done)")
                assert set(parts.evaluate_all("all => all.map(part => getComputedStyle(part).opacity)")) == {"1"}
    page.context.close()
    assert states == {"true": {"paused"}, "false": {"running"}}


def test_a_picture_without_a_pause_button_is_still_after_five_seconds(browser, gallery):
    page = opened(browser, gallery, "320 px")
    found, buttons = [], 0
    for picture in gallery.pictures:
        show(page, picture, "en")
        if page.locator(".illustration .icon-button").count():
            buttons += 1
            continue
        found += [f"{picture['name']}: {line}" for line in page.evaluate("""() => document.getAnimations()
            .filter(a => a.effect.target?.closest('.picture') && a.playState === 'running' && a.effect.getComputedTiming().endTime > 5000)
            .map(a => a.animationName)""")]
    page.context.close()
    assert buttons and not found, "\n".join(found[:20])


def test_the_pause_button_is_shown_only_where_the_picture_moves(browser, gallery):
    shown = {}
    for motion in ["no-preference", "reduce"]:
        page = opened(browser, gallery, "320 px", reduced_motion=motion)
        shown[motion] = set()
        for picture in gallery.pictures:
            if picture["screen"].startswith("Introduction"):
                show(page, picture, "en")
                shown[motion].add(page.locator(".illustration .icon-button").is_visible())
        page.context.close()
    assert shown == {"no-preference": {True}, "reduce": {False}}


@pytest.mark.parametrize("direction, sign", [("forward", 1), ("back", -1)])
def test_a_screen_enters_from_its_direction_in_240_milliseconds(browser, gallery, direction, sign):
    page = opened(browser, gallery, "320 px")
    show(page, gallery.pictures[1], "en")
    show(page, gallery.pictures[2], "en", direction)
    begin, duration = page.evaluate("""() => {
        const [animation] = document.querySelector('.screen').getAnimations();
        animation.pause();
        animation.currentTime = 0;
        return [document.querySelector('.screen').getBoundingClientRect().x, animation.effect.getComputedTiming().duration]; }""")
    page.context.close()
    assert begin == sign * 320 and duration == 240


# Controls with neither a border nor a background in forced colours.
EDGELESS = """
() => [...document.querySelectorAll('#glass .button:not(.text), #glass .key:not(.key-icon):not(.key-blank), #glass .track, #glass .alert, #glass .prompt')]
    .filter(control => {
        const style = getComputedStyle(control);
        const ground = getComputedStyle(document.getElementById('glass')).backgroundColor;
        const hasEdge = style.borderTopStyle === 'solid' && parseFloat(style.borderTopWidth) >= 1 && style.borderTopColor !== ground;
        return !hasEdge && style.backgroundColor === ground;
    }).map(control => control.className)
"""


# Buttons that delete, after another button: near it, or as heavy as it.
NEAR = """
() => [...document.querySelectorAll('#glass .actions > .button + .button.destructive')].flatMap(button => {
    const before = button.previousElementSibling.getBoundingClientRect();
    const box = button.getBoundingClientRect();
    const between = document.elementFromPoint(box.left + box.width / 2, (before.bottom + box.top) / 2);
    const wrong = [];
    if (box.top - before.bottom < 24) wrong.push(`${box.top - before.bottom} px below ${button.previousElementSibling.textContent}`);
    if (between?.closest('button')) wrong.push(`the gap belongs to ${between.closest('button').textContent}`);
    if (getComputedStyle(button).borderTopColor !== 'rgba(0, 0, 0, 0)') wrong.push('it has an edge');
    return wrong;
})
"""


@pytest.mark.parametrize("room", ROOMS)
def test_a_button_that_deletes_stands_apart_and_weighs_less_than_the_button_before_it(browser, gallery, room):
    page = opened(browser, gallery, room)
    found, met = [], set()
    for picture in gallery.pictures:
        show(page, picture, "en")
        page.evaluate(SETTLE)
        if page.locator("#glass .actions > .button + .button.destructive").count():
            met.add(picture["screen"])
            page.evaluate("document.querySelector('#glass .screen').scrollTo(0, 1e6)")
        found += [f"{picture['name']}: {line}" for line in page.evaluate(NEAR)]
    page.context.close()
    assert {"StoreProblem", "ForgotPIN", "TemporarilyBlocked", "RecoveryUnavailable", "DeviceKeyLost"} <= met
    assert not found, "\n".join(found)


def test_controls_keep_their_edges_in_forced_colours(browser, gallery):
    page = opened(browser, gallery, "320 px", forced_colors="active")
    found = []
    for picture in gallery.pictures:
        show(page, picture, "en")
        found += [f"{picture['name']}: {line}" for line in page.evaluate(EDGELESS)]
    page.context.close()
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("theme", THEMES)
def test_the_screen_below_a_dialog_is_unreachable_and_the_title_has_the_focus(browser, gallery, theme):
    page = opened(browser, gallery, "320 px", **THEMES[theme])
    for picture in gallery.pictures:
        show(page, picture, "nl")
        focused = page.evaluate("document.activeElement.id")
        if page.locator('#glass :is([data-sensor], [data-sensor] *)[aria-modal="true"]').count():
            assert focused == "sensor-title", picture["name"]
        elif page.locator('#glass [aria-modal="true"]').count():
            below = page.locator("#glass .screen")
            assert below.count() == 1 and below.get_attribute("inert") is not None and below.get_attribute("aria-hidden") == "true"
            assert focused == "dialog-title", picture["name"]
        elif page.locator("#glass .screen").count():
            assert focused == "screen-title", picture["name"]
    page.context.close()

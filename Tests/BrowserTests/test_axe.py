# SPDX-License-Identifier: EUPL-1.2
"""axe-core finds nothing: on no screen, in no language, in no theme, and not on the workbench around them."""
import axe
import pytest
from gallery import LANGUAGES, THEMES, show

# Over a picture or the system's indicator no contrast can be measured.
UNMEASURED = {"HomeScreen", "Store", "ScanBiometrics", "AppSettings", "Mail"}


def without_cut_off(page, lines, kind):
    """The findings without those of what an edge cuts off and that is in order once it is scrolled into view; kind: 0 wrong, 1 unknown."""
    left = []
    for line in lines:
        rule, target, _ = line.split(": ", 2)
        if "obscured" in line:
            page.locator(target).first.evaluate("element => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
            if not any(other.startswith(f"{rule}: {target}: ") for other in axe.run(page)[kind]):
                continue
        left.append(line)
    return left


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_any_screen(browser, gallery, theme, language):
    context = browser.new_context(viewport={"width": 1280, "height": 960}, reduced_motion="reduce", **THEMES[theme])
    page = gallery.open(context)
    axe.load(page)
    found = []
    for picture in gallery.pictures:
        show(page, picture, language)
        wrong, unknown = axe.run(page)
        wrong, unknown = (without_cut_off(page, lines, kind) for kind, lines in enumerate((wrong, unknown)))
        # The system's messages lie, translucent, over the home screen's gradient.
        is_system = page.locator("#glass [data-sensor]").count() > 0
        if is_system or picture["screen"] in UNMEASURED:
            unknown = [line for line in unknown if not line.startswith("color-contrast:")]
        found += [f"{picture['name']}: {line}" for line in wrong + unknown]
    context.close()
    assert not found, "\n".join(found[:20])


def test_axe_would_find_a_button_without_a_name_and_a_text_that_is_too_light(browser, gallery):
    context = browser.new_context(viewport={"width": 1280, "height": 960}, reduced_motion="reduce")
    page = gallery.open(context)
    axe.load(page)
    show(page, gallery.pictures[1], "en")
    page.evaluate("""() => {
        document.querySelector('.icon-button').removeAttribute('aria-label');
        document.querySelector('.button.text').style.color = '#AAAAAA'; }""")
    wrong, _ = axe.run(page)
    context.close()
    assert {line.partition(":")[0] for line in wrong} == {"button-name", "color-contrast"}


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_workbench(phone, theme):
    page = phone.page
    page.emulate_media(reduced_motion="reduce", **THEMES[theme])
    axe.load(page)
    found = []

    def look(where):
        phone.rests()
        wrong, unknown = axe.run(page)
        # Content below a scrolling column is not measured; each screen was measured alone.
        found.extend(f"{where}: {line}" for line in wrong + [line for line in unknown if not line.startswith("color-contrast:")])

    look("home screen")
    phone.launch()
    phone.goes_through_introduction()
    phone.sees("ChoosePIN")
    look("three columns")
    page.set_viewport_size({"width": 390, "height": 844})
    for panel in ["device", "design"]:
        page.locator(f'.panel-button[aria-controls="{panel}"]').click()
        look(f"{panel} over the phone")
        page.keyboard.press("Escape")
    assert not found, "\n".join(found[:20])

# SPDX-License-Identifier: EUPL-1.2
"""axe-core, large text and a narrow window over the demo's web sites and the screens of sharing, with the data of a real session."""
import axe
import pytest
from gallery import THEMES
from sharing import PORTAL, RAFFLE, SHOP, TOWN, approves, has_card, leaves_for, shows, starts, visits, web


def looks_good(phone, where):
    """Checks the phone's page with axe, at its start and at its end: a row is half below the fixed buttons in at most one of them.
    Contrast over translucent layers cannot be measured; each screen was measured alone."""
    start = findings(phone, 0)
    found = [line for line in findings(phone, 1_000_000) if line in start or not line.startswith("target-size:")]
    found += [line for line in start if line not in found and not line.startswith("target-size:")]
    assert not found, "\n".join([where] + found[:20])


def findings(phone, scroll):
    """What axe finds with the screen on top of the glass scrolled to a place, in pixels from its start."""
    phone.page.evaluate("place => document.querySelectorAll('#glass .screen:not([inert])').forEach(screen => { screen.scrollTop = place; })", scroll)
    phone.rests()
    wrong, unknown = axe.run(phone.page)
    return wrong + [line for line in unknown if not line.startswith(("color-contrast:", "frame-tested:"))]


def fits(phone, on):
    """Expects that a site's page is no wider than its frame."""
    wide = web(phone, on).locator("html").evaluate("root => root.scrollWidth - root.clientWidth")
    assert wide <= 0, f"{wide} px wider than its frame"


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_way_from_a_site_to_its_result(phone, theme):
    phone.page.emulate_media(reduced_motion="reduce", **THEMES[theme])
    axe.load(phone.page)
    has_card(phone)
    visits(phone, RAFFLE)
    looks_good(phone, "the raffle")
    starts(phone, RAFFLE)
    phone.taps(web(phone).locator("#link"))
    phone.sees("AsksTooMuch", "11.1")
    looks_good(phone, "the warning")
    phone.takes("AsksTooMuch", "15b")
    phone.takes("AsksTooMuch", "11.1a")
    phone.sees("ShareWith", "1.4")
    looks_good(phone, "the approval")
    phone.takes("ShareWith", "15a")
    approves(phone)
    phone.sees("DataShared", "1.6")
    looks_good(phone, "the success")
    leaves_for(phone, "DataShared", "1.6b")
    shows(phone, "phone", "Ticket")
    looks_good(phone, "the result")


@pytest.mark.parametrize("on", ["phone", "laptop"])
def test_no_page_of_a_site_is_wider_than_its_browser(phone, on):
    for site in [SHOP, TOWN, PORTAL, RAFFLE]:
        visits(phone, site, on)
        fits(phone, on)
        starts(phone, site, on)
        fits(phone, on)

# SPDX-License-Identifier: EUPL-1.2
"""axe-core, large text and a narrow window over the demo's web sites and the screens of sharing, with the data of a real session."""
import axe
import pytest
from axe import looks_good
from gallery import THEMES
from sharing import PORTAL, RAFFLE, SHOP, TOWN, approves, has_card, leaves_for, shows, starts, visits, web


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

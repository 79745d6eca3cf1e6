# SPDX-License-Identifier: EUPL-1.2
"""Shared code for sharing with the demo's web sites: a site on the phone or on the laptop, and the way to the approval."""
import re
import subprocess

from conftest import PROGRAM
from phone import PIN
from playwright.sync_api import expect

PERSON = "Willeke Liselotte De Bruijn"

# The sites by their place in the device column.
SHOP, TOWN, PORTAL, RAFFLE = range(4)
NAMES = ["Wijnkoperij De Kurk", "Gemeente Waterbeek", "Pensioenfonds Horizon", "Gouden Ticket"]
HOSTS = ["dekurk.example", "waterbeek.example", "mijnhorizon.example", "goudenticket.example"]

# The layers of the two browsers.
LAYERS = {"phone": "#browser", "laptop": "#laptop"}
# The path of the frame for an address.
LINK = re.compile(r"/frame/[^/]+/\d+/([^/]+)/(\d+)(/.*)")


def has_card(phone):
    """From the first start to a dashboard with the identity cards."""
    phone.registers()
    phone.obtains_pid(PERSON)


# MARK: The web sites

def web(phone, on="phone"):
    """The page in one of the browsers."""
    return phone.page.frame_locator(f"{LAYERS[on]} iframe")


def shows(phone, on, screen, text=None):
    """Waits until a browser shows a page, by its name, and a text on it; returns the page's main part."""
    main = web(phone, on).locator(f'main[data-screen="{screen}"]')
    main.wait_for()
    if text:
        main.get_by_text(text).first.wait_for()
    return main


def visits(phone, site, on="phone"):
    """Opens a site's first page."""
    phone.device(f"{on}-site-{site}")
    return shows(phone, on, "Start")


def starts(phone, site, on="phone"):
    """Presses the button of the site whose first page is open; the verifier's page waits for a wallet."""
    phone.taps(shows(phone, on, "Start").locator("form button"))
    return shows(phone, on, "Open", NAMES[site])


def begins(phone, site, on="phone"):
    """Opens a site and presses its button."""
    visits(phone, site, on)
    return starts(phone, site, on)


def goes_to(phone, on, host, path):
    """Enters an address in a browser with an open page, as a person does in an address bar."""
    frame = phone.page.locator(f"{LAYERS[on]} iframe")
    frame.evaluate("(frame, place) => { frame.src = frame.src.split('/').slice(0, 6).join('/') + place; }", f"/{host}/443{path}")


def result_of(phone, site, on="phone"):
    """Opens a site again and asks it for what became of the session that this browser began last; returns the name of the page."""
    visits(phone, site, on)
    goes_to(phone, on, HOSTS[site], "/return")
    web(phone, on).locator('main:not([data-screen="Start"])').wait_for()
    return web(phone, on).locator("main").get_attribute("data-screen")


def link_on(phone, on):
    """The link on the verifier's page, as the site's page has it."""
    host, port, path = LINK.fullmatch(web(phone, on).locator("#link").get_attribute("href")).groups()
    return f"https://{host}{'' if port == '443' else ':' + port}{path}"


def opens_link(phone, link):
    """Opens a link on the phone as another app does: the second program passes it to the first one and ends."""
    command = [str(PROGRAM), "--patient", "--state", str(phone.program.state), "--link", link]
    subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)


def has_nothing(main):
    """Expects that no value of the person stands on a page."""
    text = main.inner_text()
    assert not [value for value in ["Willeke", "De Bruijn", "1997", "2511", "1772"] if value in text], "the site shows data of the person"


# MARK: From a site to the approval

def asks_here(phone, site):
    """From a site in the phone's browser to the app, by the link."""
    begins(phone, site)
    phone.taps(web(phone).locator("#link"))


def scans(phone):
    """From the dashboard to the scanner."""
    phone.takes("Dashboard", "1.1b")
    phone.sees("ChooseHow", "3.1")
    phone.takes("ChooseHow", "3.1a")


def asks_across(phone, site):
    """From a site on the laptop to the website check: the phone scans the code. Returns the address in the laptop's bar."""
    begins(phone, site, "laptop")
    phone.device("camera-granted")
    if not phone.page.locator('[data-device="take-away"]').count():
        phone.device("hold-laptop")
    host = phone.page.locator("#laptop [data-address]").get_attribute("data-address")
    assert host == f"delen.{HOSTS[site]}", "the page of the code is not at the site's own host of the verifier"
    scans(phone)
    phone.sees("WebsiteCheck", "1.2")
    shows(phone, "laptop", "Fetched")
    return host


def is_host_of_laptop(phone, host):
    """Expects the laptop's address in the website check."""
    expect(phone.glass("WebsiteCheck").get_by_text(host, exact=True)).to_be_visible()


# MARK: The approval

def approves(phone, pin=PIN):
    """From *Share with …?* to the sending."""
    phone.sees("ShareWith", "1.4")
    phone.takes("ShareWith", "1.4a")
    phone.enters("ConfirmWithPIN", pin)


def approves_login(phone, pin=PIN):
    """From *Log in at …?* to the sending."""
    phone.sees("LogInAt", "1.3")
    phone.takes("LogInAt", "1.3a")
    phone.enters("ConfirmWithPIN", pin)


def stops(phone, screen, row, design="UC5.1"):
    """Stops at a screen of a session, and agrees to it."""
    phone.takes(screen, row)
    phone.sees("StopSharing", "2.1")
    phone.takes("StopSharing", "2.1a")
    phone.sees("SharingStopped", "2.2", "Nothing was shared." if design == "UC5.1" else "You aren't logged in")


def leaves_for(phone, screen, row):
    """Presses the button that opens the website, which comes before the app."""
    phone.takes(screen, row, is_heard=False)
    phone.page.locator("#browser").wait_for(state="visible")


def back_at_the_dashboard(phone, screen, row):
    phone.takes(screen, row)
    phone.sees("Dashboard", text="Identity card")

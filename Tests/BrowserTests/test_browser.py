# SPDX-License-Identifier: EUPL-1.2
"""The phone's own browser in front of the app: the demo's real DigiD page, and the limits of a hostile page."""
import urllib.parse

import pytest
from phone import Phone
from playwright.sync_api import expect


def port_of(program, name):
    """The port in a server's name, as the demo stores it."""
    return int((program.state / name / "port").read_text().strip())


def login_address(program, **changes):
    """The address to which the issuer sends browsers: the login page of the simulated DigiD."""
    query = {
        "response_type": "code", "client_id": "pid-issuer", "redirect_uri": f"https://localhost:{port_of(program, 'issuer')}/callback",
        "scope": "openid", "state": "s", "nonce": "n", "code_challenge": "c" * 43, "code_challenge_method": "S256", **changes}
    return f"https://localhost:{port_of(program, 'login')}/authorize?" + urllib.parse.urlencode(query)


def in_front(page):
    """Returns the phone's browser, and the page in it."""
    page.locator("#browser").wait_for(state="visible")
    return page.locator("#browser"), page.frame_locator("#browser iframe")


@pytest.fixture
def digid(program, page):
    """Returns a phone whose browser shows the page of the simulated DigiD."""
    program.start("--fresh")
    address = login_address(program)
    program.stop()
    page.goto(program.start("--browse", address))
    return Phone(page, program)


def test_the_real_login_page_is_shown_is_used_and_comes_to_an_answer(digid):
    browser, login = in_front(digid.page)
    login.get_by_role("heading", level=1).wait_for()
    expect(browser.locator("[data-address]")).to_have_text("localhost")
    assert browser.locator("iframe").get_attribute("title")
    # Its style sheets are applied, and its texts are in the phone's language.
    colour = login.locator("button.primary").first.evaluate("element => getComputedStyle(element).borderTopColor")
    assert colour != "rgb(0, 0, 0)"
    expect(login.locator("html")).to_have_attribute("lang", "en")
    digid.photo("browser-login")
    login.locator("button.primary").first.click()
    # The issuer expects no such login, and says so on a page of its own.
    login.locator("h1", has_text="Inloggen kan niet verder").wait_for()


def test_a_login_goes_by_keyboard_in_a_narrow_window_and_in_the_dark(digid):
    digid.page.set_viewport_size({"width": 320, "height": 640})
    digid.page.emulate_media(color_scheme="dark")
    browser, login = in_front(digid.page)
    login.get_by_role("heading", level=1).wait_for()
    digid.until("() => document.activeElement.tagName === 'IFRAME'")
    digid.photo("browser-narrow-dark")
    for box in [browser, browser.locator(".browser-bar"), browser.locator("iframe")]:
        size = box.bounding_box()
        assert size["x"] >= 0 and size["x"] + size["width"] <= 320
    digid.page.keyboard.press("Tab")
    expect(login.locator("input:focus")).to_have_count(1)
    login.locator("button[data-submit]").last.focus()
    digid.page.keyboard.press("Enter")
    login.locator("h1", has_text="Inloggen kan niet verder").wait_for()
    browser.locator(".browser-close").focus()
    digid.page.keyboard.press("Enter")
    digid.page.locator(".home-screen .app-icon").wait_for()


def test_the_app_comes_and_goes_behind_the_browser(digid):
    browser, login = in_front(digid.page)
    login.get_by_role("heading", level=1).wait_for()
    browser.locator(".browser-app").click()
    digid.sees("IntroductionAddingCards")
    expect(browser).to_be_hidden()
    expect(browser.locator("iframe")).to_have_count(0)


def test_the_website_of_the_app_is_not_on_the_demos_network_and_the_switch_cuts_the_browser_off(program, page):
    page.goto(program.start("--fresh", "--browse", "https://help.example/wallet"))
    phone = Phone(page, program)
    fault = page.locator(".browser-fault")
    page.locator('.browser-fault[data-fault="unreachable"]').wait_for()
    expect(fault).to_have_attribute("role", "alert")
    phone.photo("browser-fault")
    phone.device("network-offline")
    page.locator(".browser-retry").click()
    page.locator('.browser-fault[data-fault="offline"]').wait_for()


# Content that the program never sends. Even if it did, the frame would block it.
HOSTILE = """
<script>parent.hacked = 1</script><img src="/icons/favicon.svg?img" onerror="parent.hacked = 1"><svg onload="parent.hacked = 1"></svg>
<meta http-equiv="refresh" content="0;url=/trace?refresh"><base href="http://127.0.0.1:1/" target="_top">
<link rel="stylesheet" href="/tokens.css?link"><style>@import '/tokens.css?import'; body { background: url(/icons/favicon.svg?style) }</style>
<iframe src="/trace?frame"></iframe><object data="/trace?object"></object><embed src="/trace?embed">
<a id="top" href="/trace?top" target="_top">top</a><a id="blank" href="/trace?blank" target="_blank">blank</a>
<a id="script" href="javascript:parent.hacked = 1" target="_top">script</a>
<form id="form" action="/device?form" method="post" target="_top" name="body"><input name="action" value="rooted-on"><button id="send">send</button></form>
<form><input name="querySelectorAll"><input name="closest"><button id="own" data-submit="0.0">own</button></form>
"""
STYLE = "@import '/tokens.css?sheet'; html { background: url(/icons/favicon.svg?sheet) } iframe, .bench-bar { display: none !important }"


def test_a_hostile_page_does_nothing_even_if_the_program_let_all_of_it_through(program, page):
    page.goto(program.start("--fresh"))
    page.locator(".home-screen").wait_for()
    asked, acts = [], []
    page.on("request", lambda request: asked.append(request))
    page.route("**/browser", lambda route: (acts.append(route.request.post_data_json), route.fulfill(status=204)))
    browser = {"number": 1, "chrome": "", "name": "Browser", "language": "en",
               "page": {"markup": HOSTILE, "styles": [STYLE], "title": "x", "language": "en", "dark": False}}
    page.evaluate("browser => { window.hacked = 0; return import('/browser.js').then(module => module.putBrowser(browser)); }", browser)
    page.frame_locator("#browser iframe").locator("#own").wait_for(state="attached")
    origin = page.evaluate("location.origin")
    before = page.evaluate("location.href")
    # The page performs the last action; by then it would have performed the others too.
    with page.expect_response(origin + "/browser"):
        for name in ["top", "blank", "script", "send", "own"]:
            page.evaluate("name => document.querySelector('#browser iframe').contentDocument.getElementById(name).click()", name)
            page.wait_for_timeout(100)
    assert page.evaluate("location.href") == before
    assert page.evaluate("window.hacked") == 0
    assert len(page.context.pages) == 1
    # A request blocked by the policy is reported but never sent.
    left = [request.url for request in asked if request.failure != "csp" and not request.url.startswith("about:")]
    assert set(left) <= {origin + "/browser"}
    assert acts == [{"number": 1, "action": "submit", "button": "0.0", "fields": {}}]
    expect(page.locator(".bench-bar")).to_be_visible()
    # The frame blocks everything in it: scripts, forms, navigation of the parent.
    assert page.locator("#browser iframe").get_attribute("sandbox") == "allow-same-origin"

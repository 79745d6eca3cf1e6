# SPDX-License-Identifier: EUPL-1.2
"""The phone's own browser in front of the app: the demo's real DigiD page, and the limits of a hostile page."""
import http.server
import threading
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


def test_the_real_login_page_is_shown_and_used_up_to_the_issuers_answer(digid):
    browser, login = in_front(digid.page)
    login.get_by_role("heading", level=1).wait_for()
    expect(browser.locator("[data-address]")).to_have_text("localhost")
    assert browser.locator("iframe").get_attribute("title")
    # Its style sheets are applied once they have arrived; without them a border is black. Its texts are in the phone's language.
    expect(login.locator("button.primary").first).not_to_have_css("border-top-color", "rgb(0, 0, 0)")
    expect(login.locator("html")).to_have_attribute("lang", "en")
    digid.photo("browser-login")
    digid.taps(login.locator("button.primary").first)
    # The issuer expects no such login, and says so on a page of its own.
    login.locator("h1", has_text="Inloggen kan niet verder").wait_for()


def test_a_login_works_by_keyboard_in_a_narrow_window_and_in_dark_mode(digid):
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
    login.locator("button[type=submit]").last.focus()
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
    page.locator('.browser-fault[data-fault="outside"]').wait_for()
    expect(fault).to_have_attribute("role", "alert")
    phone.photo("browser-fault")
    phone.device("network-offline")
    page.locator(".browser-retry").click()
    page.locator('.browser-fault[data-fault="offline"]').wait_for()


class Neighbour(http.server.BaseHTTPRequestHandler):
    """Another server on this machine, which a hostile page would like to reach; it counts its requests."""

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>neighbour</title>")

    do_POST = do_GET

    def log_message(self, *arguments):
        pass


@pytest.fixture
def neighbour():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Neighbour)
    server.asked = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


# A page as a hostile server sends it. Its server would be `www.digid.nl`; BASE is the frame's path, OUT another server on this machine.
HOSTILE = """<!doctype html><title>hostile</title>
<script>parent.hacked = 1; top.location = 'OUT/script'</script><img src="OUT/img" onerror="parent.hacked = 1"><svg onload="parent.hacked = 1"></svg>
<meta http-equiv="refresh" content="0;url=OUT/refresh"><base href="OUT/base/" target="_top"><link rel="stylesheet" href="OUT/link">
<style>@import 'OUT/import'; body { background: url(OUT/style) } iframe, .bench-bar { display: none !important }</style>
<iframe src="OUT/frame"></iframe><iframe srcdoc="<script>top.hacked = 1</script>"></iframe><object data="OUT/object"></object><embed src="OUT/embed">
<a id="top" href="OUT/top" target="_top">top</a><a id="parent" href="/trace" target="_parent">parent</a>
<a id="blank" href="OUT/blank" target="_blank">blank</a><a id="script" href="javascript:top.hacked = 1" target="_top">script</a>
<a id="download" href="OUT/download" download target="_self">download</a><a id="app" href="wallet-other://x" target="_self">app</a>
<form id="form" action="OUT/form" method="post" target="_self"><button id="send">send</button></form>
<form id="device" action="&#47;device" method="post" target="_self"><button id="order">order</button></form>
<a id="out" href="OUT/self" target="_self">out</a><a id="trace" href="&#47;trace" target="_self">trace</a>
<a id="meta" href="http://169.254.169.254/latest" target="_self">metadata</a>"""

# The frame ignores these.
IGNORED = ["top", "parent", "blank", "script"]


@pytest.mark.parametrize("last", ["out", "trace", "meta", "download", "app", "send", "order"])
def test_a_hostile_page_reaches_nothing_and_leaving_it_leads_to_an_error_page(program, page, neighbour, last):
    """The program's headers stay; only the body of the page is replaced."""
    out = f"http://127.0.0.1:{neighbour.server_port}"

    def change(route):
        if route.request.resource_type != "document":
            return route.continue_()
        answer = route.fetch(headers={**route.request.headers, "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin"})
        return route.fulfill(response=answer, body=HOSTILE.replace("OUT", out))

    page.route("**/frame/**/www.digid.nl/**", change)
    address = program.start("--fresh", "--browse", "https://www.digid.nl/")
    page.goto(address)
    browser, hostile = in_front(page)
    hostile.locator(f"#{last}").wait_for(state="attached")
    phone = Phone(page, program)
    before = page.evaluate("location.href")
    assert browser.locator("iframe").get_attribute("sandbox") == "allow-forms"
    for name in [*IGNORED, last]:
        phone.taps(hostile.locator(f"#{name}"))
        page.wait_for_timeout(100)
    page.locator('.browser-fault[data-fault="refusedAddress"]').wait_for()
    expect(browser.locator("iframe")).to_have_count(0)
    assert neighbour.asked == []
    assert page.evaluate("location.href") == before
    assert page.evaluate("window.hacked") is None
    assert len(page.context.pages) == 1
    expect(page.locator(".bench-bar")).to_be_visible()
    expect(page.locator('[data-device="rooted"]')).not_to_be_checked()
    phone.press(browser.locator(".browser-close"))
    page.locator(".home-screen .app-icon").wait_for()


ATTEMPTS = """async path => {
    const found = [];
    for (const mode of ['cors', 'no-cors']) for (const method of ['GET', 'POST']) {
        try { const answer = await fetch(path, { mode, method, credentials: 'include' }); if (await answer.text()) found.push(`${mode} ${method}`); }
        catch { /* refused */ }
    }
    const within = promise => Promise.race([promise, new Promise(done => setTimeout(() => done(null), 1500))]);
    for (const [tag, name] of [['img', 'src'], ['script', 'src'], ['link', 'href'], ['embed', 'src'], ['object', 'data']]) {
        const made = document.createElement(tag);
        if (tag === 'link') made.rel = 'stylesheet';
        const loaded = new Promise(done => { made.onload = () => done(true); made.onerror = () => done(false); });
        made[name] = path;
        document.body.append(made);
        await within(loaded);
    }
    const frame = document.createElement('iframe');
    const framed = new Promise(done => { frame.onload = () => done(true); });
    frame.src = path;
    document.body.append(frame);
    await within(framed);
    window.open(path);
    await new Promise(done => setTimeout(done, 500));
    return found;
}"""


def test_a_foreign_page_sees_no_page_of_the_relay_even_with_its_key(program, page, neighbour):
    page.goto(program.start("--fresh", "--browse", "https://www.digid.nl/"))
    browser, login = in_front(page)
    login.get_by_role("heading", level=1).wait_for()
    path = browser.locator("iframe").evaluate("frame => frame.src")
    foreign = page.context.new_page()
    foreign.goto(f"http://127.0.0.1:{neighbour.server_port}/")
    assert foreign.evaluate(ATTEMPTS, path) == []
    # A frame of another page and a window show an error page of the browser, with nothing of the website.
    for one in [foreign, *page.context.pages[2:]]:
        for frame in one.frames:
            assert frame.locator("h1", has_text="DigiD").count() == 0
    login.get_by_role("heading", level=1).wait_for()
    expect(browser.locator("[data-address]")).to_have_text("www.digid.nl")


def test_a_page_loaded_again_shows_the_website_again(program, page):
    page.goto(program.start("--fresh", "--browse", "https://www.digid.nl/"))
    _, website = in_front(page)
    website.get_by_role("heading", level=1).wait_for()
    page.reload()
    website.get_by_role("heading", level=1).wait_for()
    assert website.locator("html").evaluate("() => getComputedStyle(document.body).fontFamily") != ""

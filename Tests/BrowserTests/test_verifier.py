# SPDX-License-Identifier: EUPL-1.2
"""The page of `wallet-verifier` in a real browser: languages, themes, its QR code, a browser without script, and a stranger's browser."""
import secrets
import sys
import time

import axe
import pytest
from conftest import PATIENCE, PROGRAM, ROOT, SCREENSHOTS
from gallery import LANGUAGES, THEMES

sys.path.append(str(ROOT / "Tests/ServerTests"))
import shop as shops  # noqa: E402

RETURN = "https://shop.example/back"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    shops.PROGRAM = PROGRAM.with_name("wallet-verifier")
    shop = shops.Shop(tmp_path_factory.mktemp("shop"))
    program = shop.serve()
    yield shop
    assert program.stop() == 0
    log = "".join(program.log)
    assert not [secret for secret in shop.secrets if secret in log]


@pytest.fixture
def browse(browser):
    """Opens a browser of another person: a context with a page. The server's development certificate is accepted."""
    contexts = []

    def browse(**settings):
        settings = {"locale": "en-GB", "viewport": {"width": 1024, "height": 900}, "reduced_motion": "reduce", **settings}
        context = browser.new_context(ignore_https_errors=True, **settings)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
        contexts.append(context)
        return page

    yield browse
    for context in contexts:
        context.close()


def sees(page, screen):
    page.locator(f'main[data-screen="{screen}"]').wait_for()


def looks_good(page, name):
    """Checks the page with axe and for content beyond its width, and photographs it."""
    axe.load(page)
    wrong, unknown = axe.run(page)
    assert not wrong + unknown, "\n".join(wrong + unknown)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"verifier-{name}.png", full_page=True, animations="disabled")


def picture_on(page):
    """The picture with the QR code on the page."""
    picture = page.evaluate("fetch(document.getElementById('code').src).then(it => it.arrayBuffer()).then(it => [...new Uint8Array(it)])")
    return bytes(picture)


def code_on(page):
    """The link in the QR code on the page."""
    return shops.read_code(picture_on(page))


def fetch(session, link):
    """The wallet fetches the request."""
    return session.fetch(link, secrets.token_urlsafe(24))


def decline(session, link, folder):
    session.forms(folder, link)
    return session.post({"error": "access_denied", "state": session.request["state"]})


# MARK: What is on the page

@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language_and_theme(shop, browse, language, theme):
    session = shop.ask()
    page = browse(locale=language, **THEMES[theme])
    page.goto(session.page)
    sees(page, "Open")
    assert page.locator("html").get_attribute("lang") == language
    assert shops.NAME in page.locator("h1").inner_text()
    assert shops.parse(code_on(page))["client_id"] == shop.client_id == shops.parse(page.locator("#link").get_attribute("href"))["client_id"]
    # Most readers of QR codes want them dark on light.
    width, _, pixels = shops.read_png(picture_on(page))
    # The quiet zone and, after its four modules, the corner of the code.
    module = 5
    assert pixels[0] == 255 and pixels[4 * module * (width + 1)] == 0 and set(pixels) == {0, 255}
    looks_good(page, f"open-{language}-{theme}")
    page.set_viewport_size({"width": 320, "height": 640})
    looks_good(page, f"open-{language}-{theme}-small")
    other, = set(LANGUAGES) - {language}
    page.locator(f'a.language[lang="{other}"]').click()
    page.locator(f'html[lang="{other}"]').wait_for()
    sees(page, "Open")
    assert not page.problems


@pytest.mark.parametrize("language,theme", [("en", "light"), ("nl", "dark")])
def test_every_end_of_a_session_has_its_page(shop, browse, tmp_path, language, theme):
    def opened():
        session, page = shop.ask(), browse(locale=language, **THEMES[theme])
        page.goto(session.page)
        sees(page, "Open")
        return session, page

    def shows(page, screen):
        # The page finds out by itself.
        sees(page, screen)
        looks_good(page, f"{screen.lower()}-{language}-{theme}")

    session, page = opened()
    forms = session.forms(tmp_path, code_on(page))
    shows(page, "Fetched")
    assert session.post(forms["A256GCM"][0]).status_code == 200
    shows(page, "Answered")
    session, page = opened()
    assert session.post(session.forms(tmp_path, code_on(page))["a claim more"][0]).status_code == 400
    shows(page, "Failed")
    session, page = opened()
    assert decline(session, code_on(page), tmp_path).status_code == 200
    shows(page, "Declined")
    session, page = opened()
    assert shop.send("DELETE", f"/sessions/{session.id}", shop.api_key).status_code == 204
    shows(page, "Cancelled")
    page.goto(shop.url + "/s/AAAA")
    shows(page, "NotFound")
    stranger = browse(locale=language, **THEMES[theme])
    stranger.goto(session.page)
    shows(stranger, "OtherBrowser")


# MARK: The QR code

def test_the_code_renews_itself_and_an_old_one_is_soon_of_no_use(shop, browse):
    session, page = shop.ask(), browse()
    page.goto(session.page)
    old, read = code_on(page), time.monotonic()
    for _ in range(2):
        before = page.locator("#code").get_attribute("src")
        page.wait_for_function("before => document.querySelector('#code').getAttribute('src') !== before", arg=before)
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    new = code_on(page)
    assert shops.parse(new)["request_uri"] != shops.parse(old)["request_uri"]
    # A link is good for 10 seconds and 5 of tolerance.
    page.wait_for_timeout(max(0, 17 - (time.monotonic() - read)) * 1000)
    answer = fetch(session, old)
    assert (answer.status_code, answer.json()["error"]) == (410, "link_expired")
    assert fetch(session, code_on(page)).status_code == 200
    sees(page, "Fetched")
    assert page.locator("#code").count() == 0 and not page.problems


def test_without_the_server_the_code_is_taken_away_and_comes_back(shop, browse):
    session, page = shop.ask(), browse()
    page.goto(session.page)
    page.route("**/status", lambda route: route.abort())
    page.locator("#lost").wait_for()
    assert page.locator("#code").is_hidden()
    looks_good(page, "lost-en-light")
    page.unroute("**/status")
    page.locator("#code").wait_for()
    assert page.locator("#lost").is_hidden()
    assert shops.parse(code_on(page))["client_id"] == shop.client_id


# MARK: Without script, and on

@pytest.mark.parametrize("has_script", [True, False])
def test_the_browser_goes_on_to_the_party_also_without_script(shop, browse, tmp_path, has_script):
    session, page = shop.ask(return_url=RETURN), browse(java_script_enabled=has_script)
    page.goto(session.page)
    sees(page, "Open")
    forms = session.forms(tmp_path, code_on(page))
    sees(page, "Fetched")
    with page.expect_request(RETURN) as going:
        assert session.post(forms["A256GCM"][0]).status_code == 200
    assert going.value.is_navigation_request()
    assert shop.result(session.id).status_code == 200


@pytest.mark.parametrize("has_script", [True, False])
def test_on_the_same_device_the_wallet_opens_the_page_again(shop, browse, tmp_path, has_script):
    session, page = shop.ask(), browse(java_script_enabled=has_script)
    page.goto(session.page)
    forms = session.forms(tmp_path, page.locator("#link").get_attribute("href"))
    address = session.post(forms["A256GCM"][0]).json()["redirect_uri"]
    assert shop.result(session.id).json()["error"] == "response_code_missing"
    back = page.context.new_page()
    back.goto(address)
    sees(back, "Answered")
    # The code does not stay in the address bar.
    assert back.url == session.page
    sees(page, "Answered")
    assert shop.result(session.id).status_code == 200


# MARK: Another browser

def test_a_link_that_was_sent_to_a_victim_gives_the_victims_browser_nothing(shop, browse, tmp_path):
    session, attacker, victim = shop.ask(), browse(), browse()
    attacker.goto(session.page)
    sees(attacker, "Open")
    victim.goto(session.page)
    sees(victim, "OtherBrowser")
    assert victim.locator("#link, #code").count() == 0
    assert victim.evaluate("path => fetch(path).then(answer => answer.status)", session.path + "/status") == 403
    # The victim follows the attacker's link to the wallet instead, and the wallet opens the victim's browser.
    forms = session.forms(tmp_path, attacker.locator("#link").get_attribute("href"))
    address = session.post(forms["A256GCM"][0]).json()["redirect_uri"]
    victim.goto(address)
    sees(victim, "OtherBrowser")
    sees(attacker, "Answered")
    assert shop.result(session.id).json()["error"] == "response_code_missing"
    attacker.goto(session.page + "/done?response_code=guessed-by-the-attacker")
    sees(attacker, "OtherBrowser")
    assert shop.result(session.id).json()["error"] == "response_code_missing"

# SPDX-License-Identifier: EUPL-1.2
"""T-W1: a foreign host name that now resolves to this machine (DNS rebinding). For the browser its page has the same origin as the
demo, so it may read every answer; the demo answers 421 to all of it, with a wallet open in the same browser."""
import playwright.sync_api
import pytest
from chromium import launch

HOST = "rebound.test"
HOSTILE = "<!doctype html><title>hostile</title><p>hostile</p>"
MISDIRECTED = 421

# Every kind of request, by name, with its result: a status, or what the page could read.
ATTEMPTS = """async () => {
    const outcomes = {}, told = [];
    const bodies = { '/device': '{"action":"rooted-on"}', '/answer': '{"ticket":1,"control":"UC7.1/1.1e"}', '/session': '{"token":"x"}',
        '/browser': '{"action":"close"}', '/activity': '{}' };
    const within = promise => Promise.race([promise, new Promise(done => setTimeout(() => done('nothing'), 3000))]);
    const note = async (name, path, options) => {
        try {
            const answer = await fetch(path, options);
            outcomes[name] = answer.status;
            const text = await answer.text();
            if (text) told.push(`${name}: ${text}`);
            for (const [header, value] of answer.headers) if (header === 'set-cookie') told.push(`${name}: ${value}`);
        } catch (error) { outcomes[name] = `${error}`; }
    };
    for (const path of ['/', '/trace', '/events', '/workbench.js', '/workbench.css', '/nowhere', '/session']) {
        await note(`GET ${path}`, path, { credentials: 'include' });
    }
    for (const [path, body] of Object.entries(bodies)) {
        for (const type of ['application/json', 'text/plain']) {
            await note(`POST ${path} ${type}`, path,
                { method: 'POST', body, headers: { 'Content-Type': type, Authorization: 'Bearer x' }, credentials: 'include' });
        }
    }
    const element = async (name, tag, set) => {
        const made = document.createElement(tag);
        const seen = new Promise(done => { made.onload = () => done('loaded'); made.onerror = () => done('error'); });
        set(made);
        document.body.append(made);
        outcomes[name] = await within(seen);
        return made;
    };
    const say = (name, text) => { if (text) told.push(`${name}: ${text}`); };
    for (const path of ['/', '/trace', '/events']) {
        const frame = await element(`frame ${path}`, 'iframe', made => { made.src = path; });
        let text = null;
        try { text = frame.contentDocument?.querySelector('#device, [data-screen], pre')?.textContent; } catch { /* an error page of the browser */ }
        say(`frame ${path}`, text);
    }
    for (const [path, body] of Object.entries(bodies)) {
        navigator.sendBeacon(path, body);
        const sink = document.createElement('iframe');
        sink.name = `sink${path}`;
        document.body.append(sink);
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: path, target: sink.name, enctype: 'text/plain' });
        const field = document.createElement('input');
        [field.name, field.value] = [body.slice(0, -1) + ',"x":"', '"}'];
        form.append(field);
        document.body.append(form);
        const back = new Promise(done => { sink.onload = () => done('answered'); });
        form.submit();
        await within(back);
    }
    await element('script', 'script', made => { made.src = '/workbench.js'; });
    await element('picture', 'img', made => { made.src = '/icons/favicon.svg'; });
    await element('style', 'link', made => { made.rel = 'stylesheet'; made.href = '/workbench.css'; });
    const stream = new EventSource('/events', { withCredentials: true });
    outcomes.EventSource = await within(new Promise(done => {
        stream.onopen = stream.onmessage = () => done('open');
        stream.onerror = () => done('error');
    }));
    stream.close();
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/events');
    outcomes.WebSocket = await within(new Promise(done => { socket.onopen = () => done('open'); socket.onerror = () => done('error'); }));
    const opened = window.open('/');
    await new Promise(done => setTimeout(done, 500));
    try { say('popup', opened?.document?.querySelector('#device, [data-screen]')?.textContent); } catch { /* an error page of the browser */ }
    say('cookie', document.cookie);
    return { outcomes, told };
}"""


@pytest.fixture(scope="module")
def browser(playwright):
    """Makes the foreign host resolve to the demo, and disables the browser's own rules for private networks."""
    browser = launch(
        playwright, f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
        "--disable-features=BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessChecks,LocalNetworkAccessChecks")
    yield browser
    browser.close()


@pytest.fixture
def open_wallet(phone):
    phone.registers()
    phone.obtains_pid()
    return phone


def what_is_known(phone):
    """The state that an attempt could change: the screen, its rows and the device."""
    return {
        "rows": phone.rows_of_flows(),
        "screen": phone.page.locator("#glass [data-screen]").first.get_attribute("data-screen"),
        "device": phone.page.locator("#device [aria-pressed=true]").evaluate_all("all => all.map(one => one.dataset.device)"),
        "switches": phone.page.locator("#device input").evaluate_all("all => all.map(one => [one.dataset.device, one.checked, one.value])"),
    }


def rebound(phone):
    """The demo's address under the foreign host."""
    return phone.page.evaluate("location.origin").replace("127.0.0.1", HOST)


def visit(page, address):
    """Opens an address whose response has no body, for which the browser shows its own error page. Returns the response's status and headers."""
    with page.expect_response(address.partition("#")[0]) as answer:
        try:
            page.goto(address)
        except playwright.sync_api.Error as error:
            assert "ERR_HTTP_RESPONSE_CODE_FAILURE" in error.message
    return answer.value.status, answer.value.headers


def test_a_rebound_host_learns_and_changes_nothing_while_a_wallet_is_open(open_wallet):
    open_wallet.rests()
    before = what_is_known(open_wallet)
    page = open_wallet.page.context.new_page()
    for path in ["/", "/trace", "/events", "/workbench.js", "/session", "/nowhere"]:
        status, headers = visit(page, rebound(open_wallet) + path)
        assert status == MISDIRECTED, path
        assert headers["content-length"] == "0" and "set-cookie" not in headers, path
    origin = rebound(open_wallet)
    sent = []
    kinds = set()

    def note(answer):
        if answer.url.startswith(origin):
            sent.append((answer.request.method, answer.url.removeprefix(origin), answer.status))
            kinds.add(answer.request.resource_type)

    page.context.on("response", note)
    # The page came from the host's own server while its name still resolved there; every later request goes to the demo.
    page.route(origin + "/hostile", lambda route: route.fulfill(body=HOSTILE, content_type="text/html"))
    page.goto(origin + "/hostile")
    outcome = page.evaluate(ATTEMPTS)
    assert outcome["told"] == []
    statuses = {name: status for name, status in outcome["outcomes"].items() if name.startswith(("GET", "POST"))}
    assert len(statuses) == 17 and set(statuses.values()) == {MISDIRECTED}, statuses
    assert {name: outcome["outcomes"][name] for name in ["script", "picture", "style", "EventSource", "WebSocket"]} == dict.fromkeys(
        ["script", "picture", "style", "EventSource", "WebSocket"], "error")
    # The requests were made, reached the demo, and were answered there: no rule of the browser stopped them. For the style sheet and the WebSocket
    # the browser reports no response.
    open_wallet.eventually(lambda: {"fetch", "ping", "document", "eventsource", "script", "image"} <= kinds)
    for path in ["/device", "/answer", "/session", "/browser", "/activity"]:
        open_wallet.eventually(lambda: ("POST", path, MISDIRECTED) in sent)
    assert {status for _, path, status in sent if path != "/hostile"} == {MISDIRECTED}
    assert len(open_wallet.page.context.pages) > 2, "no window was opened: that attempt was not made"
    assert what_is_known(open_wallet) == before
    # The wallet is still unlocked, for its own page only.
    open_wallet.sees("Dashboard")
    open_wallet.opens_menu()


def test_the_address_with_the_secret_opens_nothing_under_another_host_name(phone):
    """A fresh start address cannot be used through a foreign host name, and the attempt does not use it up."""
    address = phone.program.next_address()
    page = phone.page.context.new_page()
    assert visit(page, address.replace("127.0.0.1", HOST))[0] == MISDIRECTED
    assert page.locator("[data-screen]").count() == 0
    other = phone.page.context.new_page()
    other.goto(address)
    other.locator("#device").wait_for()
    other.locator('[data-device="launch"]').first.wait_for(state="attached")

# SPDX-License-Identifier: EUPL-1.2
"""T-W1: a web page on another port, open in the same browser as the demo, changes and reads nothing."""
import http.server
import threading

import pytest
from playwright.sync_api import expect

HOSTILE = b"""<!doctype html><title>hostile</title><iframe name="sink"></iframe>"""

ATTEMPTS = """async target => {
    const found = [];
    const bodies = { '/device': '{"action":"rooted-on"}', '/answer': '{"ticket":1,"control":"UC1.1/1.1b"}', '/session': '{"token":"x"}' };
    const within = (promise, none) => Promise.race([promise, new Promise(done => setTimeout(() => done(none), 1500))]);
    const read = async (what, path, options) => {
        try {
            const answer = await fetch(target + path, options);
            if (answer.type !== 'opaque') found.push(`${what} ${path}: ${answer.status}`);
            if (await answer.text()) found.push(`${what} ${path}: text`);
        } catch { /* refused */ }
    };
    for (const credentials of ['include', 'omit']) {
        for (const mode of ['cors', 'no-cors']) {
            for (const path of ['/', '/trace', '/events', '/workbench.js']) await read(`GET ${mode} ${credentials}`, path, { mode, credentials });
            for (const [path, body] of Object.entries(bodies)) {
                for (const type of ['text/plain', 'application/json']) {
                    await read(`POST ${mode} ${credentials} ${type}`, path,
                        { method: 'POST', mode, credentials, body, headers: { 'Content-Type': type } });
                }
            }
        }
    }
    for (const [path, body] of Object.entries(bodies)) {
        navigator.sendBeacon(target + path, body);
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
            const form = document.createElement('form');
            Object.assign(form, { method: 'post', action: target + path, target: 'sink', enctype });
            const field = document.createElement('input');
            // As text/plain the name and the value make one JSON object.
            [field.name, field.value] = [body.slice(0, -1) + ',"x":"', '"}'];
            form.append(field);
            document.body.append(form);
            form.submit();
            await new Promise(done => setTimeout(done, 100));
        }
    }
    for (const path of ['/', '/trace', '/icons/favicon.svg']) {
        const image = new Image();
        const loaded = new Promise(done => { image.onload = () => done(true); image.onerror = () => done(false); });
        image.src = target + path;
        if (await within(loaded, false)) found.push(`img ${path}`);
        const script = document.createElement('script');
        const ran = new Promise(done => { script.onload = () => done(true); script.onerror = () => done(false); });
        script.src = target + path;
        document.head.append(script);
        if (await within(ran, false)) found.push(`script ${path}`);
        const frame = document.createElement('iframe');
        const framed = new Promise(done => { frame.onload = () => done(true); });
        frame.src = target + path;
        document.body.append(frame);
        await within(framed, false);
        let inner = null;
        try { inner = frame.contentDocument?.body?.textContent; } catch { /* another origin: not readable */ }
        if (inner) found.push(`iframe ${path}: ${inner}`);
        const opened = window.open(target + path);
        await new Promise(done => setTimeout(done, 400));
        let text = null;
        try { text = opened?.document?.body?.textContent; } catch { /* another origin: not readable */ }
        if (text) found.push(`window.open ${path}: ${text}`);
        try { opened?.postMessage('launch', '*'); } catch { /* gone */ }
    }
    const stream = new EventSource(target + '/events', { withCredentials: true });
    const heard = new Promise(done => { stream.onopen = stream.onmessage = () => done(true); stream.onerror = () => done(false); });
    if (await within(heard, false)) found.push('EventSource');
    stream.close();
    const socket = new WebSocket(target.replace('http', 'ws') + '/events');
    const met = new Promise(done => { socket.onopen = () => done(true); socket.onerror = () => done(false); });
    if (await within(met, false)) found.push('WebSocket');
    return found;
}"""


class HostilePage(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(HOSTILE)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def hostile():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), HostilePage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_hostile_page_in_the_same_browser_changes_and_reads_nothing(phone, hostile, host):
    phone.launch()
    phone.sees("IntroductionAddingCards", "1.1")
    target = phone.page.evaluate("location.origin")
    phone.rests()
    rows = phone.rows_of_flows()
    device = phone.page.locator("#device .choice[aria-pressed=true]").all_inner_texts()
    page = phone.page.context.new_page()
    page.goto(f"http://{host}:{hostile}/")
    assert page.evaluate(ATTEMPTS, target) == []
    assert len(phone.page.context.pages) > 2, "no window was opened: that attempt was not made"
    assert phone.rows_of_flows() == rows
    phone.sees("IntroductionAddingCards", "1.1")
    expect(phone.page.locator('[data-device="rooted"]')).not_to_be_checked()
    assert phone.page.locator("#device .choice[aria-pressed=true]").all_inner_texts() == device
    # The page that was open still controls the phone.
    phone.takes("IntroductionAddingCards", "1.1b")
    phone.sees("PrivacyConsiderations")

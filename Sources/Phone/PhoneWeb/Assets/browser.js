// SPDX-License-Identifier: EUPL-1.2
// The phone's browser in front of the app. Its untrusted page is in a sandboxed frame, which reaches only the program's relay. The program tells the
// address, the error pages, and when another frame begins.

import { say } from '/clock.js';
import { elements } from '/glass.js';
import { send } from '/session.js';

const layer = document.getElementById('browser');
let shown = {};
let frame;

/** Shows the present state of the browser; without a number it is not in front. */
export function putBrowser(browser) {
    const before = shown;
    shown = browser;
    layer.hidden = browser.number === undefined;
    if (layer.hidden) {
        frame = undefined;
        return layer.replaceChildren();
    }
    layer.lang = browser.language;
    layer.setAttribute('aria-label', browser.name);
    if (browser.chrome !== before.chrome) putChrome(browser.chrome);
    if (browser.number !== before.number) putFrame(browser.frame);
    if (frame) frame.title = browser.title;
}

/** Sends the user's action to the program. */
export async function act(what) {
    try {
        await send('/browser', { number: shown.number, ...what });
    } catch {
        // The event stream detects and reports the lost connection.
    }
}

function putChrome(markup) {
    const focused = layer.contains(document.activeElement) ? document.activeElement.className : undefined;
    for (const child of [...layer.children]) if (child !== frame) child.remove();
    layer.prepend(elements(markup));
    if (focused) layer.querySelector(`button[class="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    const words = layer.querySelector('.browser-fault, .browser-progress:not(:empty)')?.textContent.trim();
    if (words) say(words);
}

/** Begins a frame at a path of the relay. */
function putFrame(path) {
    frame?.remove();
    frame = undefined;
    if (!path) return;
    frame = document.importNode(document.getElementById('browser-frame').content, true).firstElementChild;
    frame.src = path;
    frame.addEventListener('load', takeFocus);
    layer.append(frame);
}

function takeFocus() {
    if (!document.activeElement?.closest('#device, #design')) frame?.focus({ preventScroll: true });
}

// The browser refused to open an address outside the relay in the frame.
document.addEventListener('securitypolicyviolation', event => {
    if (event.effectiveDirective === 'frame-src') act({ action: 'refused' });
});

// SPDX-License-Identifier: EUPL-1.2
// The phone's browser in front of the app. Its untrusted page is in a frame that cannot run scripts, load, navigate or submit. The page consists of
// numbered links and fields; the program performs the actions on them.

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
    if (browser.number !== before.number) putPage(browser.page);
}

/** Sends the user's action to the program, which ignores actions on a page no longer shown. */
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

function putPage(page) {
    frame?.remove();
    frame = undefined;
    if (!page) return;
    const next = document.importNode(document.getElementById('browser-frame').content, true).firstElementChild;
    next.title = page.title;
    next.addEventListener('load', () => fill(next, page), { once: true });
    layer.append(next);
    frame = next;
}

/** Fills the frame with the page. The program makes its elements from closed lists. Its style sheets are untrusted, but cannot load anything. */
function fill(frame, { markup, styles, title, language, dark }) {
    const page = frame.contentDocument;
    page.title = title;
    page.documentElement.lang = language;
    page.adoptedStyleSheets = [`:root { color-scheme: ${dark ? 'light dark' : 'light'}; }`, ...styles].map(text => {
        const sheet = new frame.contentWindow.CSSStyleSheet();
        sheet.replaceSync(text);
        return sheet;
    });
    page.body.append(elements(markup));
    page.addEventListener('click', event => click(event, page));
    page.addEventListener('keydown', event => enter(event, page));
    if (!document.activeElement?.closest('#device, #design')) frame.focus({ preventScroll: true });
}

function click(event, page) {
    const control = event.target.closest?.('[data-link], [data-submit], a');
    if (!control) return;
    event.preventDefault();
    if (event.detail > 1) return;
    const { link, submit } = control.dataset;
    if (link) act({ action: 'follow', link: Number(link) });
    else if (submit) sendForm(submit, page);
}

/** Enter in a field submits its form with the first button. */
function enter(event, page) {
    const field = event.key === 'Enter' && event.target.matches?.('input[data-field]') && event.target.dataset.field;
    if (!field || event.isComposing) return;
    event.preventDefault();
    const button = page.querySelector(`[data-submit^="${formOf(field)}."]`);
    if (button) sendForm(button.dataset.submit, page);
}

function sendForm(button, page) {
    const fields = {};
    for (const field of page.querySelectorAll(`[data-field^="${formOf(button)}."]`)) {
        const isChoice = field.type === 'checkbox' || field.type === 'radio';
        if (!isChoice || field.checked) fields[field.dataset.field] = isChoice ? '' : field.value;
    }
    act({ action: 'submit', button, fields });
}

function formOf(name) {
    return name.slice(0, name.indexOf('.'));
}

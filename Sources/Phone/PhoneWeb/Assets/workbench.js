// SPDX-License-Identifier: EUPL-1.2
// Starts the page: opens the session, receives the program's events, and turns taps and keys into answers. It makes no decisions.

import { act, putBrowser } from '/browser.js';
import { say, setOffsets, tick } from '/clock.js';
import {
    changeTheme, closePanel, hasKeyboard, noteFolding, openPortal, operate, putDesign, putDevice, showFlow, startColumns, toggle,
} from '/columns.js';
import { answer, dialog, enter, escape, isPrompted, putOff, putPhone, showing, successor, touch } from '/glass.js';
import { openOnLaptop, putLaptop } from '/laptop.js';
import { chooseLink, copyLink, keepLink, noteTour, showCopied } from '/link.js';
import * as pinPad from '/pin-pad.js';
import { services } from '/services.js';
import { follow, openSession, Refused } from '/session.js';

const used = 'This address was used already, or it is not the newest one. Open the address that the program printed last.';
const unconnected = 'This tab has no phone yet. In this tab, open the newest address that the program printed: the link to the tour follows.';
const moved = 'The phone is shown in another tab now. To have it here again, reload this page.';
const lost = 'The phone is off: the program has stopped. Start it again and open the address that it prints.';

let isMoved = false;
const receivers = {
    phone: putPhone,
    browser: putBrowser,
    laptop: putLaptop,
    device: event => {
        putDevice(event);
        showCopied();
        noteTour();
    },
    design: putDesign,
    clock: event => setOffsets(event.offset, event.steady),
    moved: () => { isMoved = true; },
};

async function start() {
    const isLinked = keepLink();
    try {
        await openSession();
    } catch (error) {
        return putOff(!(error instanceof Refused) ? lost : isLinked && error.status === 401 ? unconnected : used);
    }
    isMoved = false;
    for (let wait = 250; !isMoved; wait = Math.min(wait * 2, 4000)) {
        try {
            await follow((name, event) => {
                wait = 250;
                receivers[name]?.(event);
            });
        } catch (error) {
            if (error instanceof Refused && error.status === 401) return putOff(isLinked ? unconnected : used);
        }
        putBrowser({});
        putLaptop({});
        if (isMoved) return putOff(moved);
        putOff(lost);
        await new Promise(resolve => setTimeout(resolve, wait));
    }
}

function type(key) {
    const digits = pinPad.press(key);
    if (digits) enter(digits);
}

/** Submits the text in a field. */
function submit(button) {
    const field = button.closest('.entry').querySelector('input');
    const value = field.value.trim();
    if (value) answer(button.dataset.control, value);
    else field.focus();
}

// A press counts even if its control is redrawn during the press, provided that the same screen has the same control. The browser then loses the
// click or, on touch screens, sends it to the element now at that position.
const slack = 10;
let pressed;

document.addEventListener('pointerdown', event => {
    const button = event.target.closest('#glass button');
    pressed = button && { button, on: showing(), x: event.clientX, y: event.clientY };
});
document.addEventListener('pointercancel', () => { pressed = undefined; });
document.addEventListener('pointerup', event => {
    if (!pressed || pressed.button.isConnected) return;
    const isStill = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= slack;
    if (isStill) successor(pressed.button, pressed.on)?.click();
    pressed.isDone = true;
});

document.addEventListener('click', event => {
    if (event.isTrusted && pressed?.isDone && event.detail > 0) return;
    const summary = event.target.closest('#device summary');
    if (summary) return noteFolding(summary);
    const button = event.target.closest('button');
    if (!button) return;
    const { action, key, control, value, service, entry, browser, link, flow } = button.dataset;
    if (link === 'copy') copyLink(button);
    // The second click of a double click on *Play* would land on *Stop*.
    else if (link) event.detail < 2 && chooseLink(link);
    else if (flow) showFlow(button);
    else if (action?.startsWith('laptop-site-')) openOnLaptop(action);
    else if (action) operate(action);
    else if (service) services[service](button);
    else if (entry) submit(button);
    else if (button.dataset.open === 'portal') openPortal();
    else if (key) type(key);
    else if (browser) act(button);
    // The second tap of a double tap may land on the next screen, for which it was not meant.
    else if (control && event.detail < 2) answer(control, value);
    else if (button.id === 'theme') changeTheme();
    else if (button.hasAttribute('aria-controls')) toggle(button.getAttribute('aria-controls'));
});

// Any action on the glass is user activity. Keys belong to the glass unless a column or the laptop has the focus.
document.getElementById('glass').addEventListener('pointerdown', touch);
document.getElementById('glass').addEventListener('wheel', touch, { passive: true });
document.addEventListener('keydown', event => { if (!event.target.closest?.('#device, #design, #laptop')) touch(); });

document.addEventListener('change', event => {
    if (event.target.dataset.action) operate(event.target.dataset.action);
});

document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (/^[0-9]$/.test(event.key)) event.repeat || hasKeyboard() || type(event.key);
    else if (event.key === 'Backspace') hasKeyboard() || type('delete');
    else if (event.key === 'Escape') closePanel() || (isPrompted() ? operate('face-cancel') : escape());
    else if (event.key === 'Enter' && event.target.closest('.entry input')) submit(event.target.closest('.entry').querySelector('button'));
    else if (event.key === 'Enter' && event.target.matches('#dialog-title, #sensor-title')) dialog()?.querySelector('.primary, .alert-actions button:last-child')?.click();
    else if (event.key === 'Tab') keepInDialog(event);
});

/** Tab cycles within an open dialog that has the focus. */
function keepInDialog(event) {
    const box = dialog();
    if (!box?.contains(document.activeElement)) return;
    const buttons = [...box.querySelectorAll('button:not(:disabled)')];
    const edge = event.shiftKey ? buttons[0] : buttons.at(-1);
    if (buttons.length && (document.activeElement === edge || event.shiftKey && document.activeElement.matches('#dialog-title, #sensor-title'))) {
        event.preventDefault();
        (event.shiftKey ? buttons.at(-1) : buttons[0]).focus();
    }
}

// Announce the wait for a PIN check once it becomes visible.
document.addEventListener('animationstart', event => {
    if (event.target.matches('.pin[data-state="busy"] ~ .progress')) say(event.target.textContent.trim());
});

// A page restored from the browser's cache may be stale: reload it.
addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
addEventListener('pagehide', () => pinPad.clear());
// A new address for the open page.
addEventListener('hashchange', () => { if (location.hash.length > 1) location.reload(); });

startColumns();
setInterval(tick, 250);
start();

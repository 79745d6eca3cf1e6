// SPDX-License-Identifier: EUPL-1.2
// The laptop beside the phone: a browser of its own, in which the demo's web sites show their codes.

import { Browser } from '/browser.js';
import { closePanel, operate } from '/columns.js';

const layer = document.getElementById('laptop');
const laptop = new Browser('laptop', layer);
// The action that opened a site, and whether its page has yet to appear.
let opener;
let isAwaited = false;

/** Shows the present state of the laptop; without a number nothing is open on it. The focus goes to a laptop that the user has just opened, and back
    to the control when it is closed. */
export function putLaptop(browser) {
    const hadFocus = layer.contains(document.activeElement);
    const number = laptop.shown.number;
    laptop.put(browser);
    if (layer.hidden) {
        if (hadFocus && opener) document.querySelector(`[data-device="${CSS.escape(opener)}"]`)?.focus();
    } else if (isAwaited && browser.number !== number) {
        isAwaited = false;
        closePanel();
        layer.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        layer.focus({ preventScroll: true });
    }
}

/** Opens a site on the laptop. */
export async function openOnLaptop(action) {
    opener = action;
    isAwaited = true;
    if (!await operate(action)) isAwaited = false;
}

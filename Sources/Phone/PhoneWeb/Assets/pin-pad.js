// SPDX-License-Identifier: EUPL-1.2
// The PIN pad. The digits are in one variable until the sixth, are sent once, and are cleared when another screen is shown.

import { say } from '/clock.js';

const length = 6;
let digits = '';

/** Clears the typed digits. */
export function clear() {
    digits = '';
}

/** The pad of the visible screen; null while a layer covers it or while its digits are being checked. */
function openPad() {
    return document.querySelector('#glass .screen:not([inert]) .pin:not([data-state="busy"])');
}

/** Takes a key: a digit or `delete`, even while the screen briefly takes no answers. Returns the six digits when they can be sent. */
export function press(key) {
    const pad = openPad();
    if (!pad) return undefined;
    if (key === 'delete') digits = digits.slice(0, -1);
    else if (digits.length < length) digits += key;
    draw(pad);
    return complete();
}

/** Returns the six digits, once, when all are typed and the screen takes answers. */
export function complete() {
    const pad = openPad();
    if (digits.length < length || pad?.closest('.screen').ariaBusy !== 'false') return undefined;
    const entered = digits;
    digits = '';
    pad.dataset.state = 'busy';
    return entered;
}

/** Restores a redrawn pad: the typed digits, or the check in progress. */
export function restore(isSent) {
    const pad = openPad();
    if (pad && isSent) pad.dataset.state = 'busy';
    else if (pad && digits) draw(pad);
}

/** Empties a pad whose digits the program refused without a check. */
export function reset() {
    for (const pad of document.querySelectorAll('#glass .pin')) {
        delete pad.dataset.state;
        draw(pad);
    }
}

function draw(pad) {
    const dots = pad.querySelector('.dots');
    dots.querySelectorAll('.dot').forEach((dot, index) => dot.classList.toggle('filled', index < digits.length));
    const label = dots.dataset.label.replace('{n}', digits.length);
    dots.setAttribute('aria-label', label);
    delete pad.dataset.state;
    say(label);
}

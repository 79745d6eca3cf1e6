// SPDX-License-Identifier: EUPL-1.2
// The keypad. The digits live in one variable until the sixth, are sent once, and are forgotten when another screen is shown.

import { say } from '/clock.js';

const length = 6;
let digits = '';

/** Forgets what was typed. */
export function clear() {
    digits = '';
}

/** The pad of the screen that is on the glass; none while something lies over it. One whose digits are being checked takes no keys. */
function openPad() {
    return document.querySelector('#glass .screen:not([inert]) .pin:not([data-state="busy"])');
}

/** Takes a key: a digit or `delete`, also while the screen takes no answers for a moment. Returns the six digits when they can be sent. */
export function press(key) {
    const pad = openPad();
    if (!pad) return undefined;
    if (key === 'delete') digits = digits.slice(0, -1);
    else if (digits.length < length) digits += key;
    draw(pad);
    return complete();
}

/** The six digits, once, when all are typed and the screen takes answers. */
export function complete() {
    const pad = openPad();
    if (digits.length < length || pad?.closest('.screen').ariaBusy !== 'false') return undefined;
    const entered = digits;
    digits = '';
    pad.dataset.state = 'busy';
    return entered;
}

/** The same screen was drawn again: its pad shows what was typed, or that six digits are being checked. */
export function restore(isSent) {
    const pad = openPad();
    if (pad && isSent) pad.dataset.state = 'busy';
    else if (pad && digits) draw(pad);
}

/** Empties a pad whose digits were refused before anybody looked at them. */
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

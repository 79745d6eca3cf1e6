// SPDX-License-Identifier: EUPL-1.2
// The keypad. The digits live in one variable until the sixth, are sent once, and are forgotten when anything else is shown.

import { say } from '/clock.js';

const length = 6;
let digits = '';

/** Forgets what was typed. */
export function clear() {
    digits = '';
}

/** The pad that can be used now; none while something lies over it. */
export function activePad() {
    return document.querySelector('#glass .screen:not([inert])[aria-busy="false"] .pin:not([data-state="busy"])');
}

/** Takes a key: a digit or `delete`. Returns the six digits when they are complete. */
export function press(key) {
    const pad = activePad();
    if (!pad) return undefined;
    if (key === 'delete') digits = digits.slice(0, -1);
    else if (digits.length < length) digits += key;
    draw(pad);
    if (digits.length < length) return undefined;
    const entered = digits;
    digits = '';
    pad.dataset.state = 'busy';
    return entered;
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

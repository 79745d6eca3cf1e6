// SPDX-License-Identifier: EUPL-1.2
// Links to a step of a tour: the address of the open page is `#tour=first-start&step=4` while a tour is in hand. The fragment names a tour and
// the number of steps done, nothing else, and is never sent. A link changes nothing by itself: the visitor is asked before a new phone is begun.

import { say } from '/clock.js';
import { closePanel, openPanel } from '/columns.js';
import { play } from '/play.js';
import { isLink } from '/session.js';

const stored = 'link';
const copiedFor = 2000;
const device = document.getElementById('device');
const note = document.getElementById('link');
const words = document.getElementById('link-words');

// The link not yet decided on: its fragment until the tours are known, then its tour and step.
let fragment;
let wanted;
let playing;
let copied;

/**
 * Keeps the link in the address, unless the page itself wrote it there. It outlives the opening of a session in this tab.
 *
 * Returns true if there is one.
 */
export function keepLink() {
    if (isLink(location.hash) && !history.state?.isOwn) sessionStorage.setItem(stored, location.hash);
    fragment = sessionStorage.getItem(stored) ?? undefined;
    return fragment !== undefined;
}

/** The tour and step that a fragment names; undefined for an unknown tour or step, or a malformed fragment. */
function read(text) {
    const [, tour, digits] = /^#tour=([a-z]+(?:-[a-z]+)*)&step=(0|[1-9][0-9]?)$/.exec(text) ?? [];
    const entry = [...device.querySelectorAll('[data-tour]')].find(entry => entry.dataset.tour === tour);
    const step = Number(digits);
    return entry && step <= Number(entry.dataset.steps) ? { tour, step, steps: entry.dataset.steps, title: entry.querySelector('b').textContent } : undefined;
}

/** The fragment of the tour in hand; empty without one. */
function present() {
    const { tour, step } = device.querySelector('.tour-now')?.dataset ?? {};
    return tour ? `#tour=${tour}&step=${step}` : '';
}

/** Called when the device column was drawn: the address follows the tour in hand, unless a link waits for the visitor's decision. */
export function noteTour() {
    if (fragment !== undefined) open();
    if (wanted || playing || location.hash === present()) return;
    history.replaceState({ isOwn: true }, '', location.pathname + present());
}

function open() {
    const text = fragment;
    fragment = undefined;
    sessionStorage.removeItem(stored);
    // The page was loaded again.
    if (text === present()) return;
    wanted = read(text);
    if (!wanted) return tell('This link names no step of a tour that is here. Nothing was changed.', ['close', 'Close']);
    history.replaceState(null, '', location.pathname + text);
    tell(
        `This link leads to step ${wanted.step} of ${wanted.steps} of “${wanted.title}”. A new phone takes the place of this one, with any wallet on it, and the steps are done for you.`,
        ['play', 'Play it on a new phone'], ['close', 'Keep this phone']);
}

/** Does what the visitor chose: plays the tour, stops it, or closes the note. */
export async function chooseLink(choice) {
    if (choice !== 'play') {
        playing?.abort();
        return end();
    }
    const link = wanted;
    const walk = playing = new AbortController();
    wanted = undefined;
    closePanel();
    try {
        await play(link, walk.signal, text => tell(text, ['stop', 'Stop']));
        if (walk !== playing) return;
        end();
        say(`Step ${link.step} of ${link.steps}: the phone is yours.`);
    } catch {
        if (walk !== playing) return;
        end();
        tell('The tour could not be played any further. Go on by hand from here.', ['close', 'Close']);
    }
}

/** Closes the note; the focus goes back to the phone. */
function end() {
    const hadFocus = note.contains(document.activeElement);
    wanted = playing = undefined;
    note.hidden = true;
    noteTour();
    if (hadFocus) document.querySelector('#dialog-title, #screen-title, #glass [tabindex], #glass button')?.focus({ preventScroll: true });
}

/** Shows a text in the note above the tours, with its choices. */
function tell(text, ...choices) {
    const isNew = note.hidden;
    const focused = document.activeElement?.closest('#link button')?.dataset.link;
    words.textContent = text;
    note.querySelector('.choices').replaceChildren(...choices.map(([name, label]) => {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', className: 'tool', textContent: label });
        button.dataset.link = name;
        return button;
    }));
    note.hidden = false;
    if (isNew && !playing) {
        openPanel('device');
        device.scrollTop = 0;
        words.focus({ preventScroll: true });
    } else {
        say(text);
        if (focused) note.querySelector('button')?.focus({ preventScroll: true });
    }
}

/** Copies the address of the step. Where the browser refuses, the address bar still has it. */
export async function copyLink(button) {
    try {
        await navigator.clipboard.writeText(location.origin + location.pathname + present());
    } catch {
        return say('Not copied. The link is in the address bar.');
    }
    clearTimeout(copied);
    copied = setTimeout(() => { copied = undefined; showCopied(); }, copiedFor);
    button.textContent = button.dataset.done;
    say(button.dataset.done);
}

/** Shows on the button for a moment that the link was copied, also after a redraw of the column. */
export function showCopied() {
    const button = device.querySelector('[data-link="copy"]');
    if (button) button.textContent = copied ? button.dataset.done : button.dataset.label;
}

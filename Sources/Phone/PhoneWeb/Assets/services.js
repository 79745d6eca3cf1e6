// SPDX-License-Identifier: EUPL-1.2
// Services of the phone to any app: copying the facts shown, printing the screen's sheet, and a picture for the camera.

import { choosePicture } from '/camera.js';
import { say } from '/clock.js';

export const services = { copy, print: () => window.print(), picture: choosePicture };

const shownFor = 2000;

/** Copies the names and values before the button. Where the browser refuses, selects them for copying by hand. */
async function copy(button) {
    const facts = button.previousElementSibling;
    const lines = [...facts.querySelectorAll('dt')].map(name => `${name.textContent}: ${name.nextElementSibling.textContent}`);
    try {
        await navigator.clipboard.writeText(lines.join('\n'));
    } catch {
        getSelection().selectAllChildren(facts);
        return;
    }
    const { textContent: label, dataset: { done } } = button;
    if (label === done) return;
    button.textContent = done;
    say(done);
    setTimeout(() => { button.textContent = label; }, shownFor);
}

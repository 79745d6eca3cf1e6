// SPDX-License-Identifier: EUPL-1.2
// What the phone does for any app, and no app decides: copying what is shown, and printing the sheet that the screen holds.

import { say } from '/clock.js';

export const services = { copy, print: () => window.print() };

const shownFor = 2000;

/** Copies the names and values above the button. Where the browser does not let us, they are selected, to be copied by hand. */
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

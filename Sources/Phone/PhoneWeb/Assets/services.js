// SPDX-License-Identifier: EUPL-1.2
// Services of the phone to any app: copying the facts shown, printing the screen's sheet, a picture for the camera, and saving a file.

import { choosePicture } from '/camera.js';
import { say } from '/clock.js';
import { send } from '/session.js';

export const services = { copy, print: () => window.print(), picture: choosePicture, save };

const shownFor = 2000;
const keptFor = 60_000;

/** Takes the file that the app hands over, which the program gives once, and saves it as a download of this browser. */
async function save({ dataset: { value } }) {
    const response = await send('/file', {});
    if (!response.ok) return;
    const address = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement('a'), { href: address, download: value }).click();
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

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

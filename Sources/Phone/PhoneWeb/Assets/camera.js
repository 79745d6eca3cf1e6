// SPDX-License-Identifier: EUPL-1.2
// A picture before the phone's camera: a file that the tester chooses, or drops on the phone or the device column. The program reads the codes in it.

import { say } from '/clock.js';
import { tell } from '/columns.js';
import { send } from '/session.js';

const largest = 2 * 1024 * 1024;
const noPicture = 'This is no PNG picture that can be read. The camera sees what it saw before.';
const tooLarge = 'This picture is too large: at most 2 MiB and 4096 × 4096 pixels. The camera sees what it saw before.';
const reasons = { 400: noPicture, 413: tooLarge, 422: noPicture };
const noCode = 'There is no QR code in this picture.';
const severalCodes = 'There are several QR codes in this picture. The camera reads a code only if it is alone.';

/** Lets the tester choose a picture. */
export function choosePicture() {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/png';
    input.addEventListener('change', () => hold(input.files[0]));
    input.click();
}

/** Holds a picture before the camera. */
async function hold(file) {
    if (!file) return;
    if (file.size > largest) return tell(tooLarge);
    try {
        const response = await send('/camera', { png: encoded(new Uint8Array(await file.arrayBuffer())) });
        if (!response.ok) return tell(reasons[response.status] ?? `The program did not take the picture (status ${response.status}).`);
        const { codes } = await response.json();
        tell(codes === 1 ? '' : codes === 0 ? noCode : severalCodes);
        if (codes === 1) say('The camera sees the picture.');
    } catch {
        // The event stream detects and reports the lost connection.
    }
}

/** Base64url without padding (RFC 4648, section 5). */
function encoded(bytes) {
    let text = '';
    const step = 8192;
    for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step));
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const takesFiles = event => event.dataTransfer?.types.includes('Files') ?? false;
const isOnPhone = event => Boolean(event.target.closest?.('.handset, #device'));

// A file dropped beside the phone must not replace the page.
document.addEventListener('dragover', event => {
    if (!takesFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isOnPhone(event) ? 'copy' : 'none';
});
document.addEventListener('drop', event => {
    if (!takesFiles(event)) return;
    event.preventDefault();
    if (isOnPhone(event)) hold(event.dataTransfer.files[0]);
});

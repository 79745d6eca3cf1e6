// SPDX-License-Identifier: EUPL-1.2
// The phone's clock: the real time plus what the device column has added. Fills in times and runs countdowns.

let offset = 0;
let spoken = '';

/** How far the phone is ahead, in milliseconds. */
export function setOffset(milliseconds) {
    offset = milliseconds;
    tick();
}

/** Shows the time everywhere; called again and again, and after anything was drawn. */
export function tick() {
    const now = Date.now() + offset;
    const language = document.getElementById('glass').lang || 'en';
    for (const element of document.querySelectorAll('[data-clock]')) {
        const format = element.dataset.clock === 'full' ? { dateStyle: 'medium', timeStyle: 'medium' } : { timeStyle: 'short' };
        // The bench speaks English; the glass the phone's language. Both count 24 hours.
        show(element, new Date(now).toLocaleString(element.dataset.clock === 'full' ? 'en-GB' : language, { ...format, hour12: false }));
    }
    for (const element of document.querySelectorAll('[data-until]')) {
        const seconds = Math.max(0, Math.ceil((Number(element.dataset.until) - now) / 1000));
        show(element.querySelector('time'), duration(seconds));
        if (isWorthSaying(seconds)) say(element.textContent.trim());
    }
}

/** Reads a sentence to whoever listens, once. */
export function say(sentence) {
    if (sentence === spoken) return;
    spoken = sentence;
    document.getElementById('announcer').textContent = sentence;
}

function show(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
}

function duration(seconds) {
    const two = number => String(number).padStart(2, '0');
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Every quarter of an hour, then every minute, and near the end. */
function isWorthSaying(seconds) {
    return seconds % 900 === 0 || (seconds <= 300 && seconds % 60 === 0) || seconds === 30 || seconds === 10;
}

// SPDX-License-Identifier: EUPL-1.2
// The phone's clock: the real time plus what the device column has added. Fills in times and runs countdowns, which take no notice when the
// user turns the clock.

let offset = 0;
let steady = 0;
let spoken = '';
// The countdowns that were last drawn, by their ends, and the stretch that each was in.
let counted = new Map();

/** How far the phone's clock is ahead, and how far the time that nobody turns, in milliseconds. */
export function setOffsets(ofClock, ofSteadyTime) {
    offset = ofClock;
    steady = ofSteadyTime;
    tick();
}

/** Shows the time everywhere; called again and again, and after anything was drawn. */
export function tick() {
    const now = Date.now() + offset;
    const language = document.getElementById('glass').lang || 'en';
    for (const element of document.querySelectorAll('[data-clock]')) {
        const format = element.dataset.clock === 'full' ? { dateStyle: 'medium', timeStyle: 'medium' } : { timeStyle: 'short' };
        // The bench speaks English; the glass the phone's language. Both count 24 hours.
        show(element, new Date(now).toLocaleString(element.dataset.clock === 'full' ? 'en-GB' : language, { ...format, hourCycle: 'h23' }));
    }
    const before = counted;
    counted = new Map();
    for (const element of document.querySelectorAll('[data-until]')) {
        const seconds = Math.max(0, Math.ceil((Number(element.dataset.until) - Date.now() - steady) / 1000));
        show(element.querySelector('time'), duration(seconds));
        const [until, present] = [element.dataset.until, stretch(seconds)];
        if ((before.get(until) ?? present) !== present) say(element.textContent.trim());
        counted.set(until, present);
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

/** Which stretch between two announcements it is: quarters of an hour, the last five minutes, and near the end. A jump of time may skip some. */
function stretch(seconds) {
    if (seconds > 300) return `quarter ${Math.ceil(seconds / 900)}`;
    if (seconds > 30) return `minute ${Math.ceil(seconds / 60)}`;
    return seconds > 10 ? 'soon' : seconds > 0 ? 'at once' : 'over';
}

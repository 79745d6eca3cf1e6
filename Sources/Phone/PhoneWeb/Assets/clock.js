// SPDX-License-Identifier: EUPL-1.2
// The phone's wall clock: real time plus the device column's offset. Shows times and runs countdowns; countdowns use monotonic time and ignore
// changes of the wall clock.

let offset = 0;
let steady = 0;
let spoken = '';
// The countdowns last drawn, by end time, and the interval of each one's last announcement.
let counted = new Map();

/** Sets the offsets of the wall clock and of monotonic time, in milliseconds. */
export function setOffsets(ofClock, ofSteadyTime) {
    offset = ofClock;
    steady = ofSteadyTime;
    tick();
}

/** Updates all times. Called periodically and after every drawing. */
export function tick() {
    const now = Date.now() + offset;
    const language = document.getElementById('glass').lang || 'en';
    for (const element of document.querySelectorAll('[data-clock]')) {
        const format = element.dataset.clock === 'full' ? { dateStyle: 'medium', timeStyle: 'medium' } : { timeStyle: 'short' };
        // The workbench is in English, the glass in the phone's language. Both use 24 hours.
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

/** Announces a sentence to screen readers, once. */
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

/** The interval between two announcements: quarters of an hour, the last five minutes, and near the end. A jump in time may skip intervals. */
function stretch(seconds) {
    if (seconds > 300) return `quarter ${Math.ceil(seconds / 900)}`;
    if (seconds > 30) return `minute ${Math.ceil(seconds / 60)}`;
    return seconds > 10 ? 'soon' : seconds > 0 ? 'at once' : 'over';
}

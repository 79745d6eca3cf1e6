// SPDX-License-Identifier: EUPL-1.2
// The phone's glass: shows what the program sends, keeps the focus, and sends each tap once.
// Only the program's own markup, which is escaped when it is made, becomes elements.

import { say, tick } from '/clock.js';
import * as pinPad from '/pin-pad.js';
import { send } from '/session.js';

// The program's own markup, escaped there by construction, is the only thing that ever becomes elements.
const policy = window.trustedTypes ? trustedTypes.createPolicy('wallet', { createHTML: markup => markup }) : { createHTML: markup => markup };
const glass = document.getElementById('glass');
let shown = {};
let sentTicket = 0;
let lastFace = '';
// The control last used on the present screen, with its value.
let used = {};
let telling;
// The number of screens shown; a redrawn screen keeps its number.
let screens = 0;
// The text typed into a field, and its screen. Kept only here, while a lock or another layer covers that screen.
let draft;
// The way to the present screen: where the user was on each screen that was left forwards or for something outside the app, in that order: how far it
// was scrolled, and the control with the focus. Back leads there.
const left = new Map();
// The app's process in which these screens were left.
let leftIn = '';

/** Creates elements from the program's markup. */
export function elements(markup) {
    const template = document.createElement('template');
    template.innerHTML = policy.createHTML(markup);
    return template.content;
}

/** Shows the present state of the glass. */
export function putPhone(phone) {
    const before = shown;
    shown = phone;
    glass.lang = phone.language;
    if (phone.kind !== before.kind) putKind(phone);
    if (phone.status !== before.status) glass.querySelector('.status-icons').replaceChildren(elements(phone.status));
    if (phone.screen !== before.screen || phone.ticket !== before.ticket) putScreen(phone, before);
    topScreen()?.setAttribute('aria-busy', String(!phone.live));
    // Digits sent by another page, or by this one before a reload, are still being checked.
    if (!phone.live && sentTicket !== phone.ticket) topScreen()?.querySelector('.pin')?.setAttribute('data-state', 'busy');
    // The program does not know yet of an answer on its way.
    if (phone.busy) putWork(phone.busy, phone.busy === used.control ? used.value : undefined);
    else if (!phone.live || sentTicket !== phone.ticket) putWork('');
    if (phone.sensor !== before.sensor) putSensor(phone.sensor);
    // The last digit may have been typed while the screen took no answers.
    const digits = pinPad.complete();
    if (digits) enter(digits);
    tick();
}

/** Sends the six digits of the present pad. */
export function enter(digits) {
    answer(glass.querySelector('.screen:not([inert]) .pin').dataset.control, digits);
}

/** The identity of the present showing, to which a press belongs: the number of the screen and its ticket. */
export function showing() {
    return { screen: screens, ticket: shown.ticket };
}

/** The control that replaces a pressed one in a redrawn screen; undefined if absent. A key stays valid while the screen is the same, any other
   control only while its ticket is the same. */
export function successor(button, { screen, ticket }) {
    const { key, control, value } = button.dataset;
    if (key ? screen !== screens : !control || ticket !== shown.ticket) return undefined;
    const same = other => other.dataset.key === key && other.dataset.control === control && other.dataset.value === value;
    return [...topScreen()?.querySelectorAll('button') ?? []].find(same);
}

/** Shows another kind of phone. */
function putKind({ kind, name }) {
    glass.closest('.handset').dataset.kind = kind;
    document.title = document.title.replace(/ on a simulated .*$/, ` on a simulated ${name}`);
    document.querySelector('.bench-title span').textContent = `on a simulated ${name}`;
}

/** Shows that the phone is off: the program does not answer or refuses the session. */
export function putOff(text) {
    shown = {};
    draft = undefined;
    left.clear();
    clearTimeout(telling);
    screens += 1;
    pinPad.clear();
    const off = elements('<section class="phone-off" role="alert"><p></p></section>');
    off.querySelector('p').textContent = text;
    replace(off);
    putSensor('');
}

const restBetweenTouches = 5000;
let lastTouch = -restBetweenTouches;
let laterTouch;

/** Reports user activity: at once, then at most every few seconds; the last touch is always reported. */
export function touch() {
    const rest = lastTouch + restBetweenTouches - performance.now();
    clearTimeout(laterTouch);
    if (rest > 0) {
        laterTouch = setTimeout(touch, rest);
    } else if (shown.live) {
        lastTouch = performance.now();
        send('/activity', {}).catch(() => {});
    }
}

/** Presses a control, or enters a value with it; returns true if the program took it. A second tap on the same screen sends nothing. */
export async function answer(control, value) {
    if (!shown.live || !control || sentTicket === shown.ticket) return false;
    const ticket = sentTicket = shown.ticket;
    used = { control, value };
    putWork(control, value);
    try {
        const response = await send('/answer', value === undefined ? { ticket, control } : { ticket, control, value });
        if (response.ok) return true;
    } catch {
        // The event stream detects and reports the lost connection.
    }
    if (sentTicket === ticket) {
        sentTicket = 0;
        putWork('');
    }
    pinPad.reset();
    return false;
}

const waitBeforeWords = 500;

/** Marks the used control at once, while it works. Screen readers announce it only when the work takes a moment. */
function putWork(control, value) {
    const screen = topScreen();
    const controls = control ? [...screen?.querySelectorAll(`button[data-control="${CSS.escape(control)}"]`) ?? []] : [];
    const working = controls.find(button => button.dataset.value === value) ?? controls[0];
    for (const button of glass.querySelectorAll('[data-working]')) if (button !== working) putAtRest(button);
    if (!working) return clearTimeout(telling);
    if ('working' in working.dataset) return;
    working.dataset.working = '';
    working.setAttribute('aria-busy', 'true');
    clearTimeout(telling);
    telling = setTimeout(() => say(screen.dataset.wait), waitBeforeWords);
}

function putAtRest(button) {
    delete button.dataset.working;
    button.removeAttribute('aria-busy');
}

/** Records the user's sensor action, for its animation. */
export function noteFace(action) {
    lastFace = { 'face-match': 'matched', 'face-no-match': 'failed' }[action] ?? '';
}

/** The open dialog, if any: the system's, which is above the app's. */
export function dialog() {
    return glass.querySelector(':is([data-sensor], [data-sensor] *)[aria-modal="true"]') ?? appDialog();
}

function appDialog() {
    return glass.querySelector('[data-screen][aria-modal="true"]');
}

/** True while the system's prompt for a face or finger is shown. */
export function isPrompted() {
    return Boolean(shown.sensor);
}

/** Presses the button for Escape on the top screen: back, or closing a dialog. */
export function escape() {
    topScreen()?.querySelector('[data-escape]')?.click();
}

function putScreen(phone, before) {
    const wasEntered = glass.querySelector('.pin[data-state="busy"]') !== null;
    const { control, value } = document.activeElement?.dataset ?? {};
    const focused = control && { control, value };
    const name = screenName();
    const place = topScreen()?.scrollTop ?? 0;
    const places = cardPlaces();
    const known = new Set(entries().map(keyOf));
    const wasDialog = appDialog() !== null;
    const isClosed = sentTicket === before.ticket && topScreen()?.querySelector('[data-escape]')?.dataset.control === used.control;
    keepDraft(before);
    const next = elements(phone.screen);
    for (const card of next.querySelectorAll('[data-surface]')) paint(card);
    const screen = next.querySelector('.screen:not([inert])');
    if (screen && before.ticket) screen.dataset.direction = phone.direction;
    // A prompt right after six digits reports a wrong PIN.
    if (wasEntered && next.querySelector('.prompt')) next.querySelector('.pin')?.setAttribute('data-state', 'wrong');
    replace(next);
    putDraft(phone);
    for (const banner of glass.querySelectorAll('.screen:not([inert]) .banner[role="status"]')) say(banner.textContent.trim());
    const isSame = name === screenName();
    if (!isSame && before.ticket) moveCard(places);
    keepDigits(isSame && processOf(phone) === processOf(before), wasEntered && sentTicket === phone.ticket);
    const isBack = isClosed || phone.direction === 'back';
    const stay = isSame ? { place, focused: added(known, focused) ?? focused } : returned(phone, name, { isBack, wasDialog }, { place, focused });
    moveFocus(stay.focused);
    if (stay.place) topScreen().scrollTop = stay.place;
}

/** Where the user was on the screen that Back, an answer to a dialog or a return to the app leads to; remembers where they were on a screen that was
   left forwards or for something outside the app, which has no name. */
function returned(phone, name, { isBack, wasDialog }, stay) {
    if (phone.place && processOf(phone) !== leftIn) left.clear();
    if (phone.place) leftIn = processOf(phone);
    const next = screenName();
    const found = isBack || wasDialog || !name ? left.get(next) : undefined;
    forget(next);
    if (name && !isBack && !found && (phone.direction === 'forward' || !next)) left.set(name, stay);
    return found ?? {};
}

/** Forgets the stay on a screen, and on those that were left after it. */
function forget(name) {
    const names = [...left.keys()];
    if (left.has(name)) for (const later of names.slice(names.indexOf(name))) left.delete(later);
}

/** The entries of the screen on top. */
function entries() {
    return [...topScreen()?.querySelectorAll('button[data-value]') ?? []];
}

function keyOf({ dataset }) {
    return `${dataset.control} ${dataset.value}`;
}

/** The first entry that the pressed control, which is no entry itself, has added to the screen; undefined if there is none. */
function added(known, focused) {
    if (!focused || focused.value !== undefined || used.control !== focused.control) return undefined;
    return entries().find(entry => !known.has(keyOf(entry)))?.dataset;
}

/** Keeps the typed digits for the same screen; clears them for any other. */
function keepDigits(isSame, isSent) {
    if (isSame) return pinPad.restore(isSent);
    screens += 1;
    pinPad.clear();
}

/** The app's process that shows the screen. */
function processOf(phone) {
    return phone.place?.split('.')[0];
}

function keepDraft(before) {
    const field = glass.querySelector('.entry input');
    if (field && before.place) draft = { place: before.place, value: field.value };
}

/** Restores the typed text to the same screen; drops it for any other. */
function putDraft(phone) {
    if (!draft || !phone.place) return;
    if (draft.place !== phone.place) draft = undefined;
    const field = glass.querySelector('.entry input');
    if (draft && field) field.value = draft.value;
}

/** Gives a card its issuer's colours, validated by the program. Markup cannot contain styles, so a script sets them. */
function paint(card) {
    const { surface, ink } = card.dataset;
    if (/^#[0-9a-f]{6}$/.test(surface)) card.style.setProperty('--pass-surface', surface);
    if (/^#[0-9a-f]{6}$/.test(ink)) card.style.setProperty('--pass-ink', ink);
}

const cards = () => [...glass.querySelectorAll('.screen:not([inert]) [data-card]')];

/** The position of each card, by name. */
function cardPlaces() {
    return new Map(cards().map(card => [card.dataset.card, { box: card.getBoundingClientRect(), isOpen: card.matches('.whole') }]));
}

/** Animates an opened or closed card between its two positions; not under reduced motion. */
function moveCard(places) {
    const card = cards().find(({ dataset, classList }) => places.has(dataset.card) && places.get(dataset.card).isOpen !== classList.contains('whole'));
    const screen = topScreen();
    if (!card || !screen) return;
    const style = getComputedStyle(card);
    if (Number(style.getPropertyValue('--move')) !== 1) return;
    screen.dataset.direction = 'card';
    const [from, to] = [places.get(card.dataset.card).box, card.getBoundingClientRect()];
    const folded = `inset(0 0 ${Math.max(0, to.height - from.height)}px round ${style.borderRadius})`;
    card.animate(
        [
            { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, clipPath: folded },
            { transform: 'none', clipPath: `inset(0 round ${style.borderRadius})` },
        ],
        { duration: parseFloat(style.getPropertyValue('--card-time')), easing: style.getPropertyValue('--ease') });
}

function replace(next) {
    for (const child of [...glass.children]) if (!('fixed' in child.dataset) && !('sensor' in child.dataset)) child.remove();
    glass.querySelector('.home-indicator').before(next);
}

function topScreen() {
    return appDialog() ?? glass.querySelector('.screen:not([inert])');
}

function screenName() {
    const top = topScreen();
    return top && `${top.dataset.screen} ${top.dataset.row}`;
}

/** Moves the focus to a control, or to the title without one; never away from a column. */
function moveFocus(focused) {
    if (document.activeElement?.closest('#device, #design, #laptop')) return;
    const which = focused?.value === undefined ? '' : `[data-value="${CSS.escape(focused.value)}"]`;
    const same = focused && glass.querySelector(`[data-control="${CSS.escape(focused.control)}"]${which}`);
    (same || glass.querySelector('#dialog-title') || glass.querySelector('#screen-title'))?.focus({ preventScroll: true });
}

/** Shows the system's prompt for a face or finger; at the end, the result for a moment. */
function putSensor(markup) {
    const old = glass.querySelector('[data-sensor]');
    const hadFocus = old?.contains(document.activeElement);
    if (markup) {
        old?.remove();
        glass.append(elements(markup));
        if (!document.activeElement?.closest('#device, #design, #laptop')) glass.querySelector('#sensor-title')?.focus({ preventScroll: true });
    } else if (old) {
        if (lastFace) old.dataset.state = lastFace;
        for (const box of glass.querySelectorAll('[data-sensor], [data-sensor] *')) box.removeAttribute('aria-modal');
        setTimeout(() => old.remove(), lastFace ? 400 : 0);
        if (hadFocus) moveFocus();
    }
    lastFace = '';
}

// SPDX-License-Identifier: EUPL-1.2
// The phone's glass: puts on it what the program sends, keeps the focus where a person expects it, and sends taps once.

import { say, tick } from '/clock.js';
import * as pinPad from '/pin-pad.js';
import { send } from '/session.js';

// The program's own markup, escaped there by construction, is the only thing that ever becomes elements.
const policy = window.trustedTypes ? trustedTypes.createPolicy('wallet', { createHTML: markup => markup }) : { createHTML: markup => markup };
const glass = document.getElementById('glass');
let shown = {};
let sentTicket = 0;
let lastFace = '';
// The control that the person used last on the screen that is there, with its value.
let used = {};
let telling;
// Counts the screens that were shown; one that is drawn again keeps its number.
let screens = 0;
// What was typed into a field, and on which screen. It lives here alone, while a lock or something else lies over that screen.
let draft;

/** Makes elements of the program's markup. */
export function elements(markup) {
    const template = document.createElement('template');
    template.innerHTML = policy.createHTML(markup);
    return template.content;
}

/** Shows the glass as it is now. */
export function putPhone(phone) {
    const before = shown;
    shown = phone;
    glass.lang = phone.language;
    if (phone.kind !== before.kind) putKind(phone);
    if (phone.status !== before.status) glass.querySelector('.status-icons').replaceChildren(elements(phone.status));
    if (phone.screen !== before.screen || phone.ticket !== before.ticket) putScreen(phone, before);
    topScreen()?.setAttribute('aria-busy', String(!phone.live));
    // Digits that another page or this one before a reload has sent are still being checked.
    if (!phone.live && sentTicket !== phone.ticket) topScreen()?.querySelector('.pin')?.setAttribute('data-state', 'busy');
    // What is being sent is not known to the program yet.
    if (phone.busy) putWork(phone.busy, phone.busy === used.control ? used.value : undefined);
    else if (!phone.live || sentTicket !== phone.ticket) putWork('');
    if (phone.sensor !== before.sensor) putSensor(phone.sensor);
    // The last digit may have been typed while the screen took no answers.
    const digits = pinPad.complete();
    if (digits) enter(digits);
    tick();
}

/** Sends the six digits of the pad that is there. */
export function enter(digits) {
    answer(glass.querySelector('.screen:not([inert]) .pin').dataset.control, digits);
}

/** What is on the glass, as far as a press belongs to it: the screen, and what the program calls this showing of it. */
export function showing() {
    return { screen: screens, ticket: shown.ticket };
}

/** The control that a drawing of the same screen has in the place of one that was pressed before; none when there is no such control. A key
    means the same as long as the screen is the same, any other control as long as the program redraws it in place. */
export function successor(button, { screen, ticket }) {
    const { key, control, value } = button.dataset;
    if (key ? screen !== screens : !control || ticket !== shown.ticket) return undefined;
    const same = other => other.dataset.key === key && other.dataset.control === control && other.dataset.value === value;
    return [...topScreen()?.querySelectorAll('button') ?? []].find(same);
}

/** Another phone lies on the bench. */
function putKind({ kind, name }) {
    glass.closest('.handset').dataset.kind = kind;
    document.title = `NL Wallet on a simulated ${name}`;
    document.querySelector('.bench-title span').textContent = `on a simulated ${name}`;
}

/** The phone is off: the program does not answer, or does not know us. */
export function putOff(text) {
    shown = {};
    draft = undefined;
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

/** Tells that the person is there: at once, then at most every few seconds; the last touch is always told. */
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

/** Presses a control, or enters a value with it; a second tap on the same screen sends nothing. */
export async function answer(control, value) {
    if (!shown.live || !control || sentTicket === shown.ticket) return;
    const ticket = sentTicket = shown.ticket;
    used = { control, value };
    putWork(control, value);
    try {
        const response = await send('/answer', value === undefined ? { ticket, control } : { ticket, control, value });
        if (response.ok) return;
    } catch {
        // The stream notices that the program is gone, and says so.
    }
    if (sentTicket === ticket) {
        sentTicket = 0;
        putWork('');
    }
    pinPad.reset();
}

const waitBeforeWords = 500;

/** Marks the control that was used, at once, for as long as it works. To who listens it is said only when that takes a moment. */
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

/** What the person did with the sensor, so that it can show it. */
export function noteFace(action) {
    lastFace = { 'face-match': 'matched', 'face-no-match': 'failed' }[action] ?? '';
}

/** The dialog that is up, if any. */
export function dialog() {
    return glass.querySelector('[aria-modal="true"]');
}

/** Presses what Escape stands for on the uppermost screen: back, or closing a dialog. */
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
    keepDraft(before);
    const next = elements(phone.screen);
    for (const card of next.querySelectorAll('[data-surface]')) paint(card);
    const screen = next.querySelector('.screen:not([inert])');
    if (screen && before.ticket) screen.dataset.direction = phone.direction;
    // A prompt straight after six digits is about them.
    if (wasEntered && next.querySelector('.prompt')) next.querySelector('.pin')?.setAttribute('data-state', 'wrong');
    replace(next);
    putDraft(phone);
    for (const banner of glass.querySelectorAll('.screen:not([inert]) .banner[role="status"]')) say(banner.textContent.trim());
    const isSame = name === screenName();
    if (!isSame && before.ticket) moveCard(places);
    keepDigits(isSame && processOf(phone) === processOf(before), wasEntered && sentTicket === phone.ticket);
    moveFocus(isSame ? focused : undefined);
    if (isSame && place) topScreen().scrollTop = place;
}

/** A screen that stays the same keeps what was typed; any other begins empty. */
function keepDigits(isSame, isSent) {
    if (isSame) return pinPad.restore(isSent);
    screens += 1;
    pinPad.clear();
}

/** Names the app's process that shows the screen. */
function processOf(phone) {
    return phone.place?.split('.')[0];
}

function keepDraft(before) {
    const field = glass.querySelector('.entry input');
    if (field && before.place) draft = { place: before.place, value: field.value };
}

/** The same screen is there again, or it is gone for good and what was typed with it. */
function putDraft(phone) {
    if (!draft || !phone.place) return;
    if (draft.place !== phone.place) draft = undefined;
    const field = glass.querySelector('.entry input');
    if (draft && field) field.value = draft.value;
}

/** A card has its issuer's colours, which the program has judged; elements alone can be given them, markup cannot. */
function paint(card) {
    const { surface, ink } = card.dataset;
    if (/^#[0-9a-f]{6}$/.test(surface)) card.style.setProperty('--pass-surface', surface);
    if (/^#[0-9a-f]{6}$/.test(ink)) card.style.setProperty('--pass-ink', ink);
}

const cards = () => [...glass.querySelectorAll('.screen:not([inert]) [data-card]')];

/** Where each card is, by its name. */
function cardPlaces() {
    return new Map(cards().map(card => [card.dataset.card, { box: card.getBoundingClientRect(), isOpen: card.matches('.whole') }]));
}

/** A card that was opened or closed goes from where it was to where it is, and unfolds or folds on its way; nothing moves under reduced motion. */
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
    for (const child of [...glass.children]) if (!('fixed' in child.dataset) && !child.classList.contains('face-id')) child.remove();
    glass.querySelector('.home-indicator').before(next);
}

function topScreen() {
    return dialog() ?? glass.querySelector('.screen:not([inert])');
}

function screenName() {
    const top = topScreen();
    return top && `${top.dataset.screen} ${top.dataset.row}`;
}

/** To the same control on the same screen, else to the title; away from neither column. */
function moveFocus(focused) {
    if (document.activeElement?.closest('#device, #design')) return;
    const which = focused?.value === undefined ? '' : `[data-value="${CSS.escape(focused.value)}"]`;
    const same = focused && glass.querySelector(`[data-control="${CSS.escape(focused.control)}"]${which}`);
    (same || glass.querySelector('#dialog-title') || glass.querySelector('#screen-title'))?.focus({ preventScroll: true });
}

/** The sensor's sign; when it ends it shows for a moment what came of it. */
function putSensor(markup) {
    const old = glass.querySelector('.face-id');
    if (markup) {
        old?.remove();
        glass.append(elements(markup));
    } else if (old) {
        if (lastFace) old.dataset.state = lastFace;
        setTimeout(() => old.remove(), lastFace ? 400 : 0);
    }
    lastFace = '';
}

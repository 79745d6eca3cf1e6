// SPDX-License-Identifier: EUPL-1.2
// The columns beside the phone, their folding, and the theme.

import { tick } from '/clock.js';
import { elements, noteFace } from '/glass.js';
import { send } from '/session.js';

const themes = ['system', 'light', 'dark'];
const narrow = matchMedia('(max-width: 899px)');
const body = document.body;
const alert = document.getElementById('bench-alert');

// The device column's messages for a failed action, by status.
const notKept = 'The phone could not keep this change: its disk is full, or its folder cannot be written to. Nothing was changed.';
const reasons = {
    400: 'The program does not know this switch. Reload the page. Nothing was changed.',
    409: 'There is no wallet that could be revoked, or no PID: get one first. Nothing was changed.',
    503: 'The demo’s servers could not do this: a key was taken away, or a disk is full. Nothing was changed.',
    507: notKept,
};
const refused = status => reasons[status] ?? `The program did not do this (status ${status}). Nothing was changed.`;

let shownDevice;
let portal = '';
// The groups that the tester has folded or unfolded, by name.
const folding = new Map();

/** Shows the device column; focus and folding stay. */
export function putDevice(event) {
    shownDevice = event;
    portal = event.portal;
    const column = document.getElementById('device');
    const focused = column.contains(document.activeElement) ? document.activeElement.dataset.device : undefined;
    const top = column.scrollTop;
    for (const child of [...column.children]) if (!('fixed' in child.dataset)) child.remove();
    column.append(elements(event.html));
    for (const group of column.querySelectorAll('details[data-group]')) {
        // A group that the phone waits for is always open.
        if (!('wanted' in group.dataset)) group.open = folding.get(group.dataset.group) ?? group.open;
    }
    column.scrollTop = top;
    if (focused) column.querySelector(`[data-device="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    tick();
}

/** Remembers the folding of a device column's group. */
export function noteFolding(summary) {
    const group = summary.parentElement;
    // The click precedes the folding.
    if (group.dataset.group) folding.set(group.dataset.group, !group.open);
}

/** Opens the revocation portal, a separate site. */
export function openPortal() {
    if (/^https?:\/\/localhost:\d+$/.test(portal)) window.open(portal, '_blank', 'noopener,noreferrer');
}

/** Shows the design column and scrolls the row just taken into view. */
export function putDesign({ html }) {
    const column = document.getElementById('design');
    const title = column.querySelector('h2')?.textContent;
    const top = column.scrollTop;
    column.replaceChildren(elements(html));
    column.scrollTop = title === column.querySelector('h2')?.textContent ? top : 0;
    const now = column.querySelector('.now');
    if (!now || !column.clientHeight) return;
    const [row, view] = [now.getBoundingClientRect(), column.getBoundingClientRect()];
    const trail = column.querySelector('.trail')?.offsetHeight ?? 0;
    if (row.top < view.top || row.bottom > view.bottom - trail) column.scrollTop += row.top - view.top - (view.height - trail) / 3;
}

/** Shows a flow's table below the map, or hides it again. */
export function showFlow(button) {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    const column = document.getElementById('design');
    for (const other of column.querySelectorAll('[data-flow]')) other.setAttribute('aria-expanded', String(!isOpen && other === button));
    for (const table of column.querySelectorAll('.flow-table')) table.classList.toggle('shown', !isOpen && table.id === button.getAttribute('aria-controls'));
    column.querySelector('.flow-table.shown')?.scrollIntoView({ block: 'nearest' });
}

/** Shows a message of the workbench; an empty one hides it. */
export function tell(text) {
    alert.textContent = text;
}

/** Performs a device action; returns true if it was done. A failure stays visible on the workbench until an action succeeds. */
export async function operate(action) {
    noteFace(action);
    try {
        const response = await send('/device', { action });
        alert.textContent = response.ok ? '' : refused(response.status);
        // Restore the state of a pressed switch.
        if (!response.ok && shownDevice !== undefined) putDevice(shownDevice);
        return response.ok;
    } catch {
        // The event stream detects and reports the lost connection.
        return false;
    }
}

/** Folds or shows a column: beside the phone, or over it in a narrow window. */
export function toggle(column) {
    if (narrow.matches) {
        if (body.dataset.panel === column) delete body.dataset.panel;
        else body.dataset.panel = column;
    } else if (body.dataset.folded === column) {
        delete body.dataset.folded;
    } else {
        body.dataset.folded = column;
    }
    showFolding();
}

/** Closes the column over the phone in a narrow window; true if one was open. */
export function closePanel() {
    if (!narrow.matches || !body.dataset.panel) return false;
    toggle(body.dataset.panel);
    return true;
}

/** Opens a column if it covers the phone in a narrow window. */
export function openPanel(column) {
    if (narrow.matches && body.dataset.panel !== column) toggle(column);
}

/** True if keys belong to a column or the laptop: a column covers the phone, or one of them has the focus. */
export function hasKeyboard() {
    return narrow.matches && body.dataset.panel !== undefined || document.activeElement?.closest('#device, #design, #laptop') != null;
}

/** Switches to the next theme: the system's, light, dark. */
export function changeTheme() {
    const next = themes[(themes.indexOf(storedTheme()) + 1) % themes.length];
    localStorage.setItem('theme', next);
    showTheme();
}

/** Restores columns and theme. */
export function startColumns() {
    narrow.addEventListener('change', showFolding);
    showFolding();
    showTheme();
}

function showFolding() {
    for (const button of document.querySelectorAll('.panel-button[aria-controls]')) {
        const column = button.getAttribute('aria-controls');
        const isOpen = narrow.matches ? body.dataset.panel === column : body.dataset.folded !== column;
        button.setAttribute('aria-expanded', String(isOpen));
    }
    // Phone and laptop under a column are unreachable for eyes, keys and screen readers.
    for (const covered of document.querySelectorAll('.stage > *')) covered.inert = narrow.matches && body.dataset.panel !== undefined;
}

function storedTheme() {
    const theme = localStorage.getItem('theme');
    return themes.includes(theme) ? theme : 'system';
}

function showTheme() {
    const theme = storedTheme();
    for (const element of [document.documentElement, body]) {
        if (theme === 'system') delete element.dataset.theme;
        else element.dataset.theme = theme;
    }
    document.querySelector('#theme span').textContent = `Theme: ${theme}`;
}

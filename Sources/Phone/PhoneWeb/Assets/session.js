// SPDX-License-Identifier: EUPL-1.2
// The session: the one-time token in the address is exchanged for a secret that this tab keeps.

const secret = 'bearer';

/** A refused request, with its status. */
export class Refused extends Error {
    constructor(status) {
        super(`refused: ${status}`);
        this.status = status;
    }
}

/** True for the fragment of a link to a tour, well formed or not. A token has none of these characters. */
export function isLink(fragment) {
    return /^#(?:tour|step)$|[=&%]/.test(fragment);
}

/** Exchanges the token in the address, if present. Without a token or a stored secret there is no session. */
export async function openSession() {
    const token = isLink(location.hash) ? '' : location.hash.slice(1);
    if (token) {
        history.replaceState(null, '', location.pathname);
        sessionStorage.removeItem(secret);
        const response = await send('/session', { token });
        if (!response.ok) throw new Refused(response.status);
        sessionStorage.setItem(secret, (await response.json()).bearer);
    }
    if (!sessionStorage.getItem(secret)) throw new Refused(401);
}

/** Sends JSON; the caller checks the status. */
export async function send(path, body) {
    return fetch(path, {
        method: 'POST', headers: { ...bearer(), 'Content-Type': 'application/json' }, body: JSON.stringify(body), cache: 'no-store',
        redirect: 'error',
    });
}

/** Receives the program's events until the connection ends. */
export async function follow(receive) {
    const response = await fetch('/events', { headers: bearer(), cache: 'no-store', redirect: 'error' });
    if (!response.ok) throw new Refused(response.status);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        const blocks = text.split('\n\n');
        text = blocks.pop();
        for (const block of blocks) deliver(block, receive);
    }
}

function deliver(block, receive) {
    const fields = Object.fromEntries(block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    if (fields.event) receive(fields.event, JSON.parse(fields.data));
}

function bearer() {
    const value = sessionStorage.getItem(secret);
    return value ? { Authorization: `Bearer ${value}` } : {};
}

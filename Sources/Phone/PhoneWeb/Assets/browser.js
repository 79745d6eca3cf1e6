// SPDX-License-Identifier: EUPL-1.2
// The browsers of the workbench: the phone's, in front of the app, and the laptop's. Each untrusted page is in a sandboxed frame, which reaches only
// the program's relay. The program tells the address, the error pages, and when another frame begins.

import { say } from '/clock.js';
import { elements } from '/glass.js';
import { send } from '/session.js';

const browsers = [];

/** A browser, by the name that the program knows, in a layer of the page. */
export class Browser {
    constructor(name, layer) {
        Object.assign(this, { name, layer, shown: {}, isRefreshing: false });
        browsers.push(this);
    }

    /** Shows the present state of the browser; without a number nothing is open in it. */
    put(browser) {
        const before = this.shown;
        this.shown = browser;
        this.layer.hidden = browser.number === undefined;
        if (this.layer.hidden) {
            clearTimeout(this.timer);
            this.frame = undefined;
            return this.layer.replaceChildren();
        }
        const isSameFrame = browser.number === before.number;
        const isSamePage = isSameFrame && browser.pages === before.pages;
        this.layer.lang = browser.language;
        this.layer.setAttribute('aria-label', browser.name);
        if (!isSamePage) delete this.layer.dataset.refreshing;
        if (browser.chrome !== before.chrome) this.putChrome(browser.chrome);
        if (!isSameFrame) this.putFrame(browser);
        if (this.frame) this.frame.title = browser.title;
        if (!isSamePage) this.planRefresh(browser.refresh);
    }

    /** Sends the user's action, or what became of the frame, to the program. */
    async act(action, number = this.shown.number) {
        try {
            await send('/browser', { browser: this.name, number, action });
        } catch {
            // The event stream detects and reports the lost connection.
        }
    }

    putChrome(markup) {
        const { layer, frame } = this;
        const focused = layer.contains(document.activeElement) ? document.activeElement.className : undefined;
        for (const child of [...layer.children]) if (child !== frame) child.remove();
        layer.prepend(elements(markup));
        if (focused) layer.querySelector(`button[class="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
        const words = layer.querySelector('.browser-fault, .browser-progress:not(:empty)')?.textContent.trim();
        if (words && !('refreshing' in layer.dataset)) say(words);
    }

    /** Begins a frame at a path of the relay. */
    putFrame({ frame: path, number }) {
        this.frame?.remove();
        this.frame = undefined;
        this.isRefreshing = false;
        if (!path) return;
        this.frame = document.importNode(document.getElementById('browser-frame').content, true).firstElementChild;
        this.frame.src = path;
        this.frame.addEventListener('load', () => {
            if (!this.isRefreshing) this.takeFocus();
            this.isRefreshing = false;
            this.act('loaded', number);
        });
        this.layer.append(this.frame);
    }

    /** The phone's browser has the focus like the rest of the glass; a laptop gets it from its user. */
    takeFocus() {
        if (this.name === 'phone' && !document.activeElement?.closest('#device, #design, #laptop')) this.frame?.focus({ preventScroll: true });
    }

    /** Loads the page again after the seconds for which it asks: a frame without scripts may not do so itself. */
    planRefresh(seconds) {
        clearTimeout(this.timer);
        if (seconds) this.timer = setTimeout(() => this.refresh(), seconds * 1000);
    }

    /** Loads the page again in the same frame; focus stays, and nothing is announced. */
    refresh() {
        if (!this.frame || !this.shown.frame) return;
        this.isRefreshing = true;
        this.layer.dataset.refreshing = '';
        // With a fragment, the frame would only scroll.
        [this.frame.src] = this.shown.frame.split('#');
    }
}

const phone = new Browser('phone', document.getElementById('browser'));

/** Shows the present state of the phone's browser. */
export function putBrowser(browser) {
    phone.put(browser);
}

/** Sends the action of a button to the browser that the button belongs to. */
export function act(button) {
    browsers.find(({ layer }) => layer.contains(button))?.act(button.dataset.browser);
}

// A browser refused to open an address outside the relay in its frame. The event does not say in which frame; the user has just used it, so it has the
// focus.
document.addEventListener('securitypolicyviolation', event => {
    if (event.effectiveDirective !== 'frame-src') return;
    const open = browsers.filter(({ frame }) => frame);
    const used = open.filter(({ frame }) => frame === document.activeElement);
    for (const browser of used.length ? used : open) browser.act('refused');
});

// SPDX-License-Identifier: EUPL-1.2
// The visitor's hands, for a tour that is played: the buttons of the screens and the actions of the device column. What is done on a page in one of
// the browsers stays with the visitor, because such a page is out of this page's reach.

import { operate } from '/columns.js';
import { answer } from '/glass.js';

export const [pin, wrong, changed] = ['749205', '620943', '583920'];
const look = 100;
const patience = 30_000;
const tries = 5;

/** Thrown when the phone does not show what the tour expects, or the visitor has stopped the tour. */
class Ended extends Error {}

/** A screen that takes answers; null if it is not there. */
export const screen = name => document.querySelector(`#glass [data-screen="${name}"]:not([inert])[aria-busy="false"]`);
const pause = () => new Promise(resolve => setTimeout(resolve, look));

/** The number of steps done. */
export const reached = () => Number(document.querySelector('.tour-now')?.dataset.step ?? 0);

/** The visitor's hands: each waits until what it needs is there. */
export class Hands {
    constructor(signal, tell) {
        Object.assign(this, { signal, tell });
    }

    async until(isThere, limit = patience) {
        for (const end = performance.now() + limit; ;) {
            if (this.signal.aborted || performance.now() > end) throw new Ended();
            const found = isThere();
            if (found) return found;
            await pause();
        }
    }

    /** Performs actions of the device column, in order. */
    async device(...actions) {
        for (const action of actions) if (this.signal.aborted || !await operate(action)) throw new Ended();
    }

    /** Waits until nothing of the app is on the glass, so that no move is made on a screen of before. */
    async gone() {
        await this.until(() => !document.querySelector('#glass [data-screen]'));
    }

    /** Kills the app, performs actions, and launches it. */
    async relaunch(...between) {
        await this.device('kill');
        await this.gone();
        await this.device(...between, 'launch');
    }

    /** Presses a button of a screen: the one of a row, or the first that a selector finds. */
    async press(name, selector) {
        await this.answers(name, /^[0-9A-Z]/.test(selector) ? `button[data-row="${selector}"]` : selector);
    }

    async enters(name, digits) {
        await this.answers(name, '.pin:not([data-state="busy"])', digits);
    }

    /** Answers with a control of a screen, again if it was redrawn at that moment, and waits until the screen is redrawn, busy or gone. */
    async answers(name, selector, value) {
        for (let left = tries; left > 0; left--) {
            const control = await this.until(() => screen(name)?.querySelector(selector));
            const before = screen(name);
            if (await answer(control.dataset.control, value ?? control.dataset.value)) return this.until(() => screen(name) !== before);
            await pause();
        }
        throw new Ended();
    }

    /** Stops at a screen of a session with an organization, and agrees to it. */
    async stops(name, row) {
        await this.press(name, row);
        await this.press('StopSharing', '2.1a');
    }

    async logsIn(next) {
        await this.waits('Log in on the phone as one of the people.', () => screen(next));
    }

    /** Opens a site in the phone's browser, and waits until the visitor has followed it to a screen. */
    async follows(site, next) {
        await this.device(`phone-site-${site}`);
        await this.waitsOpen('On the phone press the button of the web site, then the one that opens the wallet.', () => screen(next));
    }

    /** Opens a site on the laptop, waits until the visitor has pressed its button, and holds the phone before its code. */
    async holds(site) {
        if (document.querySelector('#laptop [data-action="take-away"]')) await this.device('take-away');
        await this.device(`laptop-site-${site}`);
        const code = '#laptop [data-action="hold-laptop"]:not(:disabled)';
        await this.waitsOpen('On the laptop press the button of the web site.', () => document.querySelector(code));
        await this.device('hold-laptop');
    }

    /** Waits without a limit for what only the visitor can do. */
    async waits(words, isThere) {
        this.tell(`${words} Then the tour goes on by itself.`);
        const found = await this.until(isThere, Infinity);
        this.tell('The tour is being played.');
        return found;
    }

    /** The same with an open wallet: one that locks in the meantime is opened again. */
    async waitsOpen(words, isThere) {
        while (await this.waits(words, () => isThere() ? 'there' : screen('OpenWithPIN') && 'locked') === 'locked') {
            await this.enters('OpenWithPIN', pin);
        }
    }
}

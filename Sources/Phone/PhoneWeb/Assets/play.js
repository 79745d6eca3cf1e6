// SPDX-License-Identifier: EUPL-1.2
// Plays a tour up to a step on a new phone, with the visitor's hands.

import { Hands, changed, pin, reached, screen, wrong } from '/hands.js';
import { siteTours } from '/play-sites.js';

const introduction = async hands => {
    await hands.press('IntroductionAddingCards', '1.1b');
    await hands.press('PrivacyConsiderations', '1.4b');
};
const choosesPIN = async (hands, digits = pin) => {
    await hands.enters('ChoosePIN', digits);
    await hands.enters('RepeatPIN', digits);
};
const withoutSensor = hands => hands.press('ConfigureBiometrics', '1.3b');
const confirmsCode = async hands => {
    await hands.press('WalletSecured', '1.5a');
    const groups = await hands.until(() => screen('WriteDownDeletionCode')?.querySelectorAll('.code .group'));
    const code = [...groups].map(group => group.textContent.trim());
    await hands.press('WriteDownDeletionCode', '1.6a');
    const asked = await hands.until(() => screen('ConfirmDeletionCode'));
    const number = Number(/\d/.exec(asked.querySelector('.entry-label').textContent)[0]);
    await hands.answers('ConfirmDeletionCode', 'button[data-row="1a"]', code[number - 1]);
};
const logsIn = async hands => {
    await hands.press('AddCardsViaLogin', '1.1a');
    await hands.logsIn('VerifyYourData');
};
const adds = async hands => {
    await hands.press('VerifyYourData', '1.4a');
    await hands.enters('ConfirmWithPIN', pin);
};
const toOverview = async hands => {
    await hands.until(() => screen('CreateNewWallet') ?? screen('WalletIsReady'));
    if (screen('CreateNewWallet')) await hands.press('CreateNewWallet', '1.9a');
    await hands.press('WalletIsReady', '1.10a');
};
const recovers = async (hands, digits) => {
    await hands.press('OpenWithPIN', '1.3b');
    await hands.press('ForgotPIN', '6.1c');
    await hands.press('LogInForNewPIN', '1.2a');
    await hands.logsIn('ChoosePIN');
    await choosesPIN(hands, digits);
};

const firstStart = [
    hands => hands.device('launch'), introduction, choosesPIN, withoutSensor, confirmsCode, logsIn, adds,
    async hands => {
        await toOverview(hands);
        await hands.press('Dashboard', 'button.pass');
    },
];
const wallet = firstStart.slice(0, 5);
const card = [...wallet, logsIn, adds, toOverview];

/** The moves of each tour, one entry a step, and those that its first step takes for granted. */
const tours = {
    'first-start': { before: () => [], moves: firstStart },
    pin: {
        before: step => step > 5 ? card : step ? wallet : [],
        moves: [
            hands => hands.relaunch(),
            hands => hands.enters('OpenWithPIN', wrong),
            async hands => {
                while (reached() < 3) {
                    await hands.until(() => reached() >= 3 || screen('WrongPIN') || screen('OpenWithPIN'));
                    if (screen('WrongPIN')) await hands.press('WrongPIN', '.button.primary');
                    else if (screen('OpenWithPIN')) await hands.enters('OpenWithPIN', wrong);
                }
            },
            hands => hands.device('clock-60'),
            hands => hands.enters('OpenWithPIN', pin),
            async hands => {
                await hands.press('Dashboard', '1.1e');
                await hands.press('AppMenu', '1.1e');
                await hands.press('SettingsMenu', '[data-control="UC9.1/2.1b"]');
                await hands.enters('ConfirmWithPIN', pin);
                await choosesPIN(hands, changed);
            },
            async hands => {
                await hands.relaunch();
                await recovers(hands, pin);
            },
        ],
    },
    break: {
        before: step => step ? wallet : [],
        moves: [
            hands => hands.relaunch(),
            async hands => {
                await hands.until(() => screen('OpenWithPIN'));
                await hands.device('network-offline');
                await hands.enters('OpenWithPIN', pin);
            },
            async hands => {
                await hands.device('network-online');
                await hands.press('NoInternet', 'NoInternet.retry');
            },
            async hands => {
                await hands.device('rooted-on');
                await hands.relaunch();
            },
            async hands => {
                await hands.until(() => screen('DeviceInsecure'));
                await hands.device('rooted-off');
                await hands.press('DeviceInsecure', '.button.primary');
            },
            hands => hands.device('policy-block', 'clock-60'),
            hands => hands.device('policy-ok', 'clock-60'),
            async hands => {
                await hands.relaunch('revoke-wallet');
                // A slow phone learns it only at the unlock.
                await hands.until(() => reached() > 7 || screen('OpenWithPIN'));
                if (screen('OpenWithPIN')) await hands.enters('OpenWithPIN', pin);
            },
        ],
    },
    ...siteTours(card),
    'wrong-clock': {
        before: () => [],
        moves: [
            hands => hands.device('turn-hour-ahead', 'launch'),
            async hands => {
                await introduction(hands);
                await choosesPIN(hands);
            },
            async hands => {
                await withoutSensor(hands);
                await confirmsCode(hands);
            },
            logsIn, adds,
            async hands => {
                await toOverview(hands);
                await hands.until(() => screen('Dashboard'));
                await hands.device('turn-ten-minutes-back', 'background', 'foreground');
                await hands.press('OpenWithPIN', '[data-control="extra/3a"]');
                await hands.press('HelpPage', '1b');
            },
            async hands => {
                await hands.press('HelpPage', '1a');
                await recovers(hands, changed);
            },
            async hands => {
                await hands.press('AccessRegained', '1.5a');
                await hands.until(() => screen('Dashboard'));
                await hands.device('clock-right', 'background', 'foreground');
                await hands.enters('OpenWithPIN', changed);
            },
        ],
    },
};

/**
 * Plays a tour on a new phone of the present kind.
 *
 * Rejects when the phone does not follow, or when `signal` is aborted. `tell` shows the visitor a sentence.
 */
export async function play({ tour, step }, signal, tell) {
    const hands = new Hands(signal, tell);
    const { before, moves } = tours[tour];
    tell('The tour is being played.');
    await hands.device(`new-phone-${document.querySelector('.handset').dataset.kind}`);
    await hands.gone();
    // A new phone ends no block of its app's version and no trick of the organizations. Servers that run elsewhere have their own policy, and no such control.
    if (document.querySelector('#device [data-action="policy-ok"][aria-pressed="false"]')) await hands.device('policy-ok');
    if (document.querySelector('#device [data-action="verifier-none"][aria-pressed="false"]')) await hands.device('verifier-none');
    for (const move of before(step)) await move(hands);
    await hands.device(`tour-${tour}`);
    await hands.until(() => document.querySelector('.tour-now')?.dataset.tour === tour && reached() === 0);
    for (const [index, move] of moves.slice(0, step).entries()) {
        if (reached() <= index) await move(hands);
        await hands.until(() => reached() > index);
    }
}

// SPDX-License-Identifier: EUPL-1.2
// The moves of the tours with the demo's web sites. On a site the visitor presses the buttons.

import { pin, screen } from '/hands.js';

// The sites by their place in the device column.
const [shop, portal, raffle] = [0, 2, 3];

const approves = async hands => {
    await hands.press('ShareWith', '1.4a');
    await hands.enters('ConfirmWithPIN', pin);
};
const approvesLogin = async hands => {
    await hands.press('LogInAt', '1.3a');
    await hands.enters('ConfirmWithPIN', pin);
};
const looksAtValues = async hands => {
    await hands.press('AboutSharing', '4.1b');
    await hands.press('RequestedData', '4.2c');
    await hands.press('AboutSharing', '4.1e');
};
const opensScanner = async hands => {
    await hands.press('Dashboard', '1.1b');
    await hands.press('ChooseHow', '3.1a');
};

/** The moves of the five tours, one entry a step. `card` leads from the first start to a wallet with a card. */
export const siteTours = card => {
    const before = step => step ? card : [];
    return {
        share: {
            before,
            moves: [
                hands => hands.follows(shop, 'ShareWith'),
                async hands => {
                    await hands.press('ShareWith', '1.4c');
                    await looksAtValues(hands);
                },
                async hands => {
                    await hands.until(() => screen('ShareWith'));
                    await hands.device('link-disclosure');
                    await hands.press('FinishFirst', '6.1a');
                },
                approves,
                hands => hands.press('DataShared', '1.6b'),
                async hands => {
                    await hands.follows(shop, 'ShareWith');
                    await hands.stops('ShareWith', '1.4f');
                },
                async hands => {
                    await hands.press('SharingStopped', '2.2a');
                    await hands.press('Dashboard', 'button.pass');
                    await hands.press('CardOverview', '1.1b');
                },
            ],
        },
        'log-in': {
            before,
            moves: [
                hands => hands.follows(portal, 'LogInAt'),
                async hands => {
                    await hands.press('LogInAt', '1.3b');
                    await looksAtValues(hands);
                },
                approvesLogin,
                hands => hands.press('LoggedIn', '1.7a'),
                async hands => {
                    await hands.device('verifier-lose-answer');
                    await hands.follows(portal, 'LogInAt');
                    await approvesLogin(hands);
                },
                async hands => {
                    await hands.until(() => screen('MayHaveArrived'));
                    await hands.device('verifier-none');
                    await hands.press('MayHaveArrived', '14.1a');
                },
                hands => hands.press('LoggedIn', '1.7b'),
            ],
        },
        scan: {
            before,
            moves: [
                async hands => {
                    await opensScanner(hands);
                    // The phone's own question.
                    await hands.until(() => document.querySelector('#glass [data-sensor="camera"]'));
                    await hands.device('camera-allow');
                },
                hands => hands.holds(shop),
                hands => hands.press('WebsiteCheck', '1.2a'),
                approves,
                hands => hands.press('DataShared', '1.6a'),
                async hands => {
                    await hands.holds(portal);
                    await opensScanner(hands);
                },
                async hands => {
                    await hands.press('WebsiteCheck', '1.2a');
                    await approvesLogin(hands);
                },
            ],
        },
        'over-asking': {
            before,
            moves: [
                hands => hands.follows(raffle, 'AsksTooMuch'),
                hands => hands.stops('AsksTooMuch', '11.1b'),
                async hands => {
                    await hands.follows(raffle, 'AsksTooMuch');
                    await hands.press('AsksTooMuch', '15b');
                    await hands.press('AsksTooMuch', '11.1a');
                },
                async hands => {
                    await hands.press('ShareWith', '15a');
                    await approves(hands);
                },
                hands => hands.press('DataShared', '1.6b'),
                async hands => {
                    await hands.device('verifier-unregistered');
                    await hands.follows(shop, 'RegistrationUnverified');
                },
                async hands => {
                    await hands.press('RegistrationUnverified', '12.1c');
                    await hands.press('ReportProblem', '8.1b');
                },
                async hands => {
                    await hands.press('WhereToReport', '8.2a');
                    await hands.press('ReportProblem', '8.1a');
                    await hands.stops('RegistrationUnverified', '12.1b');
                    await hands.press('SharingStopped', '2.2a');
                    await hands.device('verifier-none');
                },
            ],
        },
        activities: {
            before,
            moves: [
                async hands => {
                    await hands.follows(shop, 'ShareWith');
                    await hands.stops('ShareWith', '1.4f');
                },
                async hands => {
                    await hands.press('SharingStopped', '2.2a');
                    await hands.press('Dashboard', '1.1c');
                },
                hands => hands.press('Activities', '1.1a'),
                hands => hands.press('Activity', '1.1a'),
                async hands => {
                    await hands.press('ActivityData', '2.1c');
                    await hands.press('Activity', '1.1c');
                },
                async hands => {
                    await hands.press('AboutOrganization', '6.1c');
                    await hands.press('Activity', '17a');
                    await hands.press('DeleteActivityQuestion', '5.1a');
                },
                hands => hands.press('Activities', '16a'),
                async hands => {
                    await hands.press('KeepActivities', '1.1c');
                    await hands.press('StopKeepingQuestion', '4.1a');
                    await hands.enters('ConfirmWithPIN', pin);
                },
                hands => hands.press('KeepActivities', '1.1d'),
            ],
        },
    };
};

// SPDX-License-Identifier: EUPL-1.2

import WalletApp

/// The tours with the demo's web sites.
extension Tour {
    /// Sharing on this phone (UC5.1). A second link in the middle changes nothing.
    static let sharingStops: [Stop] = [
        Stop(words: "Under Web sites open the wine shop on the phone. Follow it into the app.", row: "UC5.1/1.4"),
        Stop(words: "Press View data, and again on the next page: the values. Then Back, twice.", row: "UC5.1/4.2"),
        Stop(words: "Under Links press Show data: one thing at a time. Press OK.", row: "PF2.7/6.1a"),
        Stop(words: "Press Share and enter your PIN.", row: "UC5.1/1.7a"),
        Stop(words: "Press Go to website: the shop shows what it learned.", row: "UC5.1/1.6b"),
        Stop(words: "Open the wine shop again, and follow it. Press Stop, then Yes, stop.", row: "UC5.1/2.2", isCommon: true),
        Stop(words: "Press Close, open your card, and look at its activities.", row: "UC6.2/1.1", isCommon: true),
    ]

    /// Logging in on this phone (UC5.2), and an answer that may have arrived.
    static let loginStops: [Stop] = [
        Stop(words: "Under Web sites open the pension portal on the phone. Follow it into the app.", row: "UC5.2/1.3"),
        Stop(words: "Press Check all details, then View data: one number. Then Back, twice.", row: "UC5.2/4.2"),
        Stop(words: "Press Log in and enter your PIN.", row: "UC5.2/1.8a"),
        Stop(words: "Press Go to website: the portal knows you.", row: "UC5.2/1.7a"),
        Stop(words: "Under Organizations press Lose the answer. Log in at the portal again.", row: "UC5.2/14.1"),
        Stop(words: "Under Organizations press As they should; in the app, Try again.", row: "UC5.2/1.7", isCommon: true),
        Stop(words: "Press See activity: what the wallet remembers of it.", row: "UC6.3/1.1", isCommon: true),
    ]

    /// Sharing and logging in from the laptop's screen (UC9.9), with the website check.
    static let scanningStops: [Stop] = [
        Stop(words: "Press Share or log in, then Scan a QR code, and Allow the camera.", row: "UC9.9/1.3"),
        Stop(words: "Open the wine shop on the laptop, press its button, hold the phone before it.", row: "UC5.1/1.2"),
        Stop(words: "Is it the address on the laptop? Then press Yes, continue.", row: "UC5.1/1.2a"),
        Stop(words: "Press Share and enter your PIN: the laptop shows the result.", row: "UC5.1/1.7a"),
        Stop(words: "Press To my overview.", row: "UC5.1/1.6a"),
        Stop(words: "Open the pension portal on the laptop, press its button, and scan its code.", row: "UC5.2/1.2"),
        Stop(words: "Press Yes, continue, then Log in, and enter your PIN.", row: "UC5.2/1.6"),
    ]

    /// A request for more than is registered, and one without a registration (UC5.1, scenarios 11 and 12).
    static let overAskingStops: [Stop] = [
        Stop(words: "Under Web sites open the raffle on the phone. Follow it into the app.", row: "UC5.1/11.1"),
        Stop(words: "Read what it did not register. Press Stop, then Yes, stop.", row: "UC5.1/2.2"),
        Stop(words: "Open the raffle again. Turn the switch on, then press Continue anyway.", row: "UC5.1/11.1a"),
        Stop(words: "Turn the switch for your photo on, press Share and enter your PIN.", row: "UC5.1/1.7a"),
        Stop(words: "Press Go to website: that is what the raffle has of you now.", row: "UC5.1/1.6b"),
        Stop(words: "Under Organizations press Not registered. Open the wine shop.", row: "UC5.1/12.1"),
        Stop(words: "Press Report a problem and choose one: whom you can tell.", row: "UC5.1/8.2", isCommon: true),
        Stop(words: "Press Back twice, Stop, Yes, stop, then Close. Press As they should.", row: "UC5.1/2.2a", isCommon: true),
    ]

    /// The history (UC6.1 to UC6.3), and what becomes of it.
    static let activityStops: [Stop] = [
        Stop(words: "Under Web sites open the wine shop on the phone. Follow it: Stop, Yes, stop.", row: "UC5.1/2.2"),
        Stop(words: "Press Close, then Activities: what was stopped is there, too.", row: "UC6.1/1.1", isCommon: true),
        Stop(words: "Press the newest: who asked, when, and how it ended.", row: "UC6.3/1.1", isCommon: true),
        Stop(words: "Press View data: the names of what was asked, and no value.", row: "UC6.3/2.1"),
        Stop(words: "Press Back. Then About the organization, as it was at the time.", row: "UC6.3/6.1"),
        Stop(words: "Press Back, Delete this activity, and Yes, delete.", row: "history/5.1a"),
        Stop(words: "Press Keep or delete activities: take them along, or delete all.", row: "history/1.1"),
        Stop(words: "Press Stop keeping, Yes, stop keeping, and enter your PIN.", row: "history/4.2a"),
        Stop(words: "Press Keep again: the gap is an activity of its own.", row: "history/1.1d"),
    ]
}

// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// The history of what happened.
    static let activities: [TestCase] = [
        TestCase(
            11, "The same card again", given: .card,
            do: "Press the card, Get this card again. Log in as the same person: Add, the PIN. Press the card, its activities.",
            expect: "The new card replaces the old one. Its activities go on: renewed, and all that was before.",
            rows: ["extra/6a", "UC3.1/1.4a", "UC3.1/1.6a", "UC7.2/1.1b", "UC6.2/1.1"]),
        TestCase(
            22, "All activities", given: .card, usual,
            do:
                """
                Web sites: the wine shop, on the phone: Share, the PIN. Again: Stop, Yes, stop, Close. Activities, an activity, About the \
                organization, Back twice. The menu: Activities, Back.
                """,
            expect: "By month, newest first, each with its label. Each opens and says who, when and how it ended, and no value.",
            rows: ["UC7.1/1.1c", "UC6.1/1.1a", "UC6.3/1.1", "UC6.3/1.1c", "UC6.3/6.1c", "UC6.3/1.1e", "UC9.1/1.1d", "UC6.1/1.1b"]),
        TestCase(
            23, "Activities of a card", given: .card, usual,
            do: "As LTC22, but press the card, then its activities. An activity: View data, Back twice.",
            expect: "Only what was shared from the card or may have been, and what became of the card. Names, and no values.",
            rows: ["UC7.2/1.1b", "UC6.2/1.1a", "UC6.3/1.1a", "UC6.3/2.1c", "UC6.3/1.1e", "UC6.2/1.1"]),
    ]

    /// The organizations do as they should.
    private static let usual: [DeviceAction] = [.world(.verifier(.none))]
}

// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// The identity card and its uses.
    static let cards: [TestCase] = [
        TestCase(
            1, "Identity card added", given: .withoutCard, do: "Log in with {login}: any person. Look at the data, Add, the PIN, OK.",
            expect: "The wallet is ready, and the card is in the overview.",
            rows: ["UC3.1/1.2a", "UC3.1/1.4a", "UC3.1/1.6a", "UC3.1/1.10a", "UC7.1/1.1"]),
        TestCase(
            2, "Issuance fails", given: .withoutCard,
            do:
                "Log in with {login}: any person. Look at the data. Network: Services unreachable. Add, the PIN. Network: Online. Try again, OK.",
            expect: "You are told that our service cannot be reached and that nothing was lost. Then it goes on, and the card is added.",
            rows: ["UC3.1/1.2a", "UC3.1/1.4a", "error/ServerUnreachable", "error/ServerUnreachable.retry", "UC3.1/1.6a"]),
        TestCase(
            3, "{login} login fails", given: .withoutCard, do: "Log in with {login}: It fails, any person. Then log in again.",
            expect: "The login failed, and nothing was added. The next login brings the data.", rows: ["UC3.1/1.2b", "UC3.1/2.1a"]),
        TestCase(
            4, "Data rejected", given: .withoutCard, do: "Log in with {login}: any person. No, this is not right.",
            expect: "You are told what to do about it, and no card is added.", rows: ["UC3.1/1.4b", "UC3.1/5.1"]),
        TestCase(
            24, "All cards", given: .card, do: "Kill, launch, enter the PIN.", expect: "The overview with every card.",
            rows: ["UC2.3/1.7b", "UC7.1/1.1"]),
        TestCase(
            25, "A card looked at", given: .card, do: "Press the card: its data, Back; the issuer, Back; its activities, Back; Back.",
            expect: "Each is shown, and back to the card, then to the overview.",
            rows: ["UC7.1/1.1d", "UC7.2/2.1", "UC7.2/4.1", "UC7.2/1.1g"]),
        TestCase(
            41, "Forgotten PIN", given: .card,
            do:
                "Kill, launch. Forgot PIN, create a new PIN: the same person, a new PIN twice. Kill, launch: the old PIN, then the new one.",
            expect: "The old PIN is wrong, the new one opens the wallet.", rows: ["UC2.3.2/1.3a", "UC2.3.2/1.4a", "UC2.3.2/1.5"]),
        TestCase(
            67, "PID revoked", given: .card, do: "Revocation: Revoke this PID. Kill, launch, enter the PIN. Press the card.",
            expect: "The overview and the card say that it is not valid any more.", rows: ["UC7.1/1.1", "UC7.1/1.1d", "UC7.2/1.1"]),
        TestCase(
            78, "Card deleted", given: .otherCard,
            do:
                """
                Press that card. Delete this card, Cancel. Delete this card, Yes, delete, the PIN, To my overview. Activities: Card deleted, \
                Back.
                """,
            expect: "You are told beforehand what stays. The card is gone, and its activities still name it.",
            rows: [
                "UC7.2/1.1f", "UC7.4/1.1b", "UC7.4/1.1a", "UC7.4/1.2a", "UC7.4/1.3a", "UC7.1/1.1c", "UC6.1/1.1a", "UC6.3/1.1e",
            ]),
    ]
}

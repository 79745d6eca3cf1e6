// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Updates, blocks and revocations.
    static let ends: [TestCase] = [
        TestCase(
            42, "Update available", given: .anything, [.world(.policy(.notify))],
            do: "Launch, and once more after a kill: the first launch fetches the policy, the second one tells.",
            expect: "A notice with the way to the store, and on with the app.", rows: ["PF1.4/1.1a", "update/1"]),
        TestCase(
            43, "Version blocked", given: .anything, [.world(.policy(.block))],
            do: "Launch, or stay in the app and let time go by: +1 min.",
            expect: "The blocked screen with the way to the store. It stays without a network and after a kill; the policy OK lifts it.",
            rows: ["PF1.4/1.1b", "PF1.4/2.1"]),
        TestCase(
            74, "Deleted with the code", given: .wallet,
            do: "Note the deletion code (LTC73). Revocation: open the portal, enter it there. Kill, launch.",
            expect: "You deleted this wallet with your deletion code.", rows: ["PF2.10/1.1b", "PF2.10/2.1"]),
        TestCase(
            75, "Revoked by an operator", given: .wallet, do: "Revocation: this wallet, as administrator. Kill, launch.",
            expect: "Your wallet is blocked. You may make a new one.", rows: ["PF2.10/1.1c", "PF2.10/3.1"]),
        TestCase(
            76, "Person revoked by an operator", given: .card,
            do: "Revocation: Revoke this person. Kill, launch. Then get another phone, make a wallet and log in as the same person.",
            expect: "You cannot use the {product} now, nor make a new one. The other phone is told so when its card is added.",
            rows: ["PF2.10/1.1d", "PF2.10/4.1"]),
        TestCase(
            77, "Solution revoked", given: .wallet, do: "Revocation: all wallets. Kill, launch.",
            expect: "It can no longer be used. Only --fresh starts a new one.", rows: ["PF2.10/1.1e", "PF2.10/5.1"]),
    ]
}

// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Links from outside.
    static let links: [TestCase] = [
        TestCase(
            33, "Opened by a link", given: .wallet, do: "Kill. Links: card offer. Enter the PIN.",
            expect: "The lock says that a link waits, and what for. After the PIN it is checked.",
            rows: ["UC1.2/2.4a", "UC2.3/1.4a", "PF2.7/1.1a", "PF2.7/1.2"]),
        TestCase(
            44, "Link before there is a wallet", given: .newPhone, do: "Kill. Links: show data.",
            expect: "The introduction, and over it that the wallet is to be set up first; nothing else begins.",
            rows: ["UC1.2/2.4b", "UC1.1/1.1", "PF2.7/1.2d"]),
        TestCase(
            69, "Link before there is a PID", given: .withoutCard, do: "Links: show data. Enter the PIN.",
            expect: "You are told to finish setting up first.", rows: ["PF2.7/1.1a", "PF2.7/1.2d", "PF2.7/3.1"]),
        TestCase(
            36, "Link scanned elsewhere", given: .card, do: "Links: the one from another scanner.",
            expect: "You are told to scan it with the wallet.", rows: ["PF2.7/1.2b", "PF2.7/2.1"]),
    ]
}

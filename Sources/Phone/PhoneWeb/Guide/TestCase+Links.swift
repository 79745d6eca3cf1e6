// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Links from outside. What needs a PID is not here: no flow makes one yet.
    static let links: [TestCase] = [
        TestCase(
            44, "Link before there is a wallet", given: .newPhone, do: "Kill. Links: show data.",
            expect: "The app comes up with the introduction; nothing else begins.", rows: ["UC1.2/2.4b", "UC1.1/1.1"]),
        TestCase(
            69, "Link before there is a PID", given: .wallet, do: "Links: show data. Enter the PIN.",
            expect: "You are told to finish setting up first.", rows: ["PF2.7/1.1a", "PF2.7/1.2d"]),
    ]
}

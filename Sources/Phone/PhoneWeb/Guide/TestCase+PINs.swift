// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// Choosing, changing and mistyping a PIN.
    static let pins: [TestCase] = [
        TestCase(
            40, "Wrong PIN", given: .wallet, do: "Kill, launch, enter a wrong PIN three times.",
            expect: "Each time what is left; the third says that a wait comes next.", rows: ["PF2.8/1.1d", "PF2.8/1.1e", "PF2.8/1.1f"]),
        TestCase(
            45, "PIN changed", given: .card, do: "Menu, Settings, Change PIN. Kill, launch: the old PIN, then the new one.",
            expect: "The old one is refused, the new one opens.", rows: ["UC2.6/1.1a", "UC2.6/1.2a", "PF2.8/1.1d", "UC2.3/1.4a"]),
        TestCase(
            46, "Waits", given: .wallet, do: "Kill, launch. Four wrong PINs, time +1 min; four more, +5 min; four more, +1 h.",
            expect: "Waits of 1, 5 and 60 minutes with a countdown; each ends by itself.", rows: ["PF2.8/1.1g", "PF2.8/5.1", "PF2.8/5.1e"]),
        TestCase(
            47, "Blocked for good", given: .wallet, do: "As LTC46, then four more wrong PINs.",
            expect: "Blocked for good, also for the right PIN: only deleting helps.", rows: ["PF2.8/1.1l", "PF2.8/9.1"]),
        TestCase(
            48, "Second entry differs", given: .newPhone, do: "Go to the PIN. Enter 749205, then 749206.",
            expect: "Not the same; you may repeat the second entry.", rows: ["PF2.9/1.4b", "PF2.9/3.1a"]),
        TestCase(
            49, "Second entry differs again", given: .newPhone, do: "As LTC48, then a different PIN once more.",
            expect: "You choose a new PIN from the start.", rows: ["PF2.9/1.4c", "PF2.9/4.1a"]),
        TestCase(
            50, "PIN too simple", given: .newPhone, do: "Go to the PIN. Enter 111111, 123456, 654321.",
            expect: "Each is refused with the reason; you choose again.", rows: ["PF2.9/1.2b", "PF2.9/2.1a"]),
    ]
}

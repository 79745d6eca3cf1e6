// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension TestCase {
    /// The menu and the screens behind it.
    static let settings: [TestCase] = [
        TestCase(
            21, "Remove data", given: .card, do: "Menu, Settings, Remove data: Cancel. Again: Yes, delete.",
            expect: "Cancelled: nothing changed. Confirmed: the introduction.",
            rows: ["UC9.1/2.1e", "UC9.4/1.1b", "UC9.4/1.1a", "UC1.1/1.1"]),
        TestCase(
            26, "Menu", given: .card, do: "Menu: Need help?, Back; About the {product}, Back.", expect: "Each entry, and back to the menu.",
            rows: ["UC9.1/1.1b", "UC9.6/1.1h", "UC9.1/1.1g", "UC9.2/1.1c"]),
        TestCase(
            27, "Settings", given: .card, do: "Menu, Settings: Change language, Back; Lock after, Back; Back.",
            expect: "Each entry, back to the settings, back to the menu.",
            rows: ["UC9.1/1.1e", "UC9.1/2.1d", "UC9.3/1.1b", "idle/1", "idle/1f", "UC9.1/2.1a"]),
        TestCase(
            28, "About", given: .wallet, do: "On the PIN pad: the wallet's name. Back.", expect: "About the app, and the PIN pad again.",
            rows: ["UC9.2/1.1", "UC9.2/1.1c"]),
        TestCase(
            29, "Privacy statement", given: .wallet, do: "On the PIN pad: the wallet's name, privacy statement, Back, Back.",
            expect: "The statement, About, the PIN pad again.", rows: ["UC9.2/1.1b", "UC9.2/2.1", "UC9.2/2.1a"]),
        TestCase(
            30, "Language", given: .card, do: "Menu, Settings, Change language: the other one. Back.",
            expect: "The whole app in it at once; the choice is marked, and stays in the settings.", rows: ["UC9.3/1.1a", "UC9.3/1.1b"]),
        TestCase(
            31, "Help", given: .wallet, do: "On the PIN pad: Help. Check the connection. Back.",
            expect: "What the screen is for, the help desk, and that both services answer. The PIN pad again.",
            rows: ["help/1", "help/1b", "help/1a"]),
        TestCase(
            73, "Deletion code seen again", given: .card, do: "Menu, Settings, View your deletion code: View, PIN.",
            expect: "The code that you wrote down.", rows: ["UC9.12/1.1a", "UC9.12/1.2a", "UC9.12/1.3"]),
    ]
}

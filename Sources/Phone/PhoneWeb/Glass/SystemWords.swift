// SPDX-License-Identifier: EUPL-1.2

import WalletApp

/// What the phone itself says and what assistive technology reads of drawn parts, in the phone's language.
///
/// The app's own sentences are in its catalogue; these belong to the glass.
struct SystemWords: Sendable {
    /// The app's name below its icon.
    let appName = "NL Wallet"
    /// The sensor's name.
    let faceID = "Face ID"
    /// The key that takes the last digit away.
    let delete: String
    /// What the keys of the PIN pad are.
    let keys: String
    /// Opens the app from the home screen.
    let openApp: String
    private let dots: (String, String)
    private let steps: (String, String)

    /// The words in a language.
    init(_ language: Language) {
        switch language {
        case .english:
            delete = "Delete the last digit"
            keys = "Digits"
            openApp = "Open NL Wallet"
            dots = ("", " of 6 digits entered")
            steps = ("Step ", " of ")
        case .dutch:
            delete = "Wis het laatste cijfer"
            keys = "Cijfers"
            openApp = "Open NL Wallet"
            dots = ("", " van 6 cijfers ingevuld")
            steps = ("Stap ", " van ")
        }
    }

    /// How many digits are entered.
    func digits(_ count: String) -> String { dots.0 + count + dots.1 }

    /// How far the person is.
    func step(_ step: Int, of count: Int) -> String { "\(steps.0)\(step)\(steps.1)\(count)" }
}

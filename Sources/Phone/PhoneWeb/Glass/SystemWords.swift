// SPDX-License-Identifier: EUPL-1.2

import WalletApp

/// What the phone itself says around the app, in the phone's language. The app's own sentences are in its catalogue.
struct SystemWords: Sendable {
    /// The app's name below its icon.
    let appName = "NL Wallet"
    /// The sensor's name.
    let faceID = "Face ID"
    /// Opens the app from the home screen.
    let openApp: String

    /// The words in a language.
    init(_ language: Language) {
        openApp =
            switch language {
            case .english: "Open NL Wallet"
            case .dutch: "NL Wallet openen"
            }
    }
}

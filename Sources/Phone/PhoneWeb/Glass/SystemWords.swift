// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// What the phone itself says around the app, in the phone's language. The app's own sentences are in its catalogue.
struct SystemWords: Sendable {
    /// The app's name below its icon.
    static let appName = "NL Wallet"
    /// The sensor's name.
    let sensor: String
    /// What an Android phone's prompt asks for.
    let touch: String
    /// Opens the app from the home screen.
    let openApp: String
    /// Says on the home screen how to begin.
    let start: String
    /// The system's own apps that another app can open.
    let store, dialler: String

    /// The words of a kind of phone in a language.
    init(_ language: Language, _ kind: PhoneKind) {
        switch language {
        case .english:
            openApp = "Open NL Wallet"
            start = "Tap the icon to start"
            dialler = "Phone"
            touch = "Touch the fingerprint sensor"
        case .dutch:
            openApp = "NL Wallet openen"
            start = "Tik op het icoon om te beginnen"
            dialler = "Telefoon"
            touch = "Raak de vingerafdruksensor aan"
        }
        store =
            switch kind {
            case .iPhone: "App Store"
            case .android: "Google Play"
            }
        sensor =
            switch (kind, language) {
            case (.iPhone, _): "Face ID"
            case (.android, .english): "Fingerprint"
            case (.android, .dutch): "Vingerafdruk"
            }
    }
}

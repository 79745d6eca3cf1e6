// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// The phone's own texts around the app, in the phone's language. The app's texts are in its catalogue.
struct SystemWords: Sendable {
    /// The app's name below its icon.
    static let appName = "NL Wallet"
    /// The sensor's name.
    let sensor: String
    /// The instruction in an Android phone's sensor prompt.
    let touch: String
    /// The label of the app's icon.
    let openApp: String
    /// The hint on the home screen for the first launch.
    let start: String
    /// The names of the system apps that the app can open.
    let store, dialler: String

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

// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// What the simulated phone is like at one moment, as far as it is drawn.
struct DeviceSnapshot: Sendable, Hashable {
    /// Where the app is.
    var app = AppState.notRunning
    /// The switches.
    var settings = DeviceSettings()
    /// Why Face ID looks for a face; nil when it does not.
    var scanPrompt: String?
    /// Whether too many wrong faces have locked Face ID.
    var isLockedOut = false

    /// The language that phone and app speak.
    var language: Language { Language(rawValue: settings.language.rawValue) ?? .english }
}

extension SimulatedPhone {
    /// The phone as it is now.
    var snapshot: DeviceSnapshot {
        let status = sensor.status
        return DeviceSnapshot(app: appState, settings: device.settings, scanPrompt: status.prompt, isLockedOut: status.isLockedOut)
    }
}

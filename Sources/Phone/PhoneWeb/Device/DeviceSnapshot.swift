// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// What the simulated phone is like at one moment, as far as it is drawn.
struct DeviceSnapshot: Sendable, Hashable {
    /// The kind of the phone.
    var kind = PhoneKind.iPhone
    /// Where the app is.
    var app = AppState.notRunning
    /// What the system shows instead of the app.
    var place: SystemPlace?
    /// The switches.
    var settings = DeviceSettings()
    /// Why the sensor looks for a face or finger; nil when it does not.
    var scanPrompt: String?
    /// Whether too many wrong ones have locked it.
    var isLockedOut = false
    /// What is around the phone.
    var world = WorldState()
    /// The test cases and how far they are.
    var guide = GuideState()

    /// The language that phone and app speak.
    var language: Language { Language(rawValue: settings.language.rawValue) ?? .english }
}

extension SimulatedPhone {
    /// The phone as it is now.
    var snapshot: DeviceSnapshot {
        let status = sensor.status
        return DeviceSnapshot(
            kind: device.kind, app: appState, place: place, settings: device.settings, scanPrompt: status.prompt,
            isLockedOut: status.isLockedOut)
    }
}

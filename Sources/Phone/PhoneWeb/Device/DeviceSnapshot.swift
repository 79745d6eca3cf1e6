// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp

/// A snapshot of the simulated phone, as far as it is drawn.
struct DeviceSnapshot: Sendable, Hashable {
    var kind = PhoneKind.iPhone
    var app = AppState.notRunning
    /// The system app that is shown instead of the app.
    var place: SystemPlace?
    var settings = DeviceSettings()
    /// The reason that the sensor's prompt shows; nil when no scan waits.
    var scanPrompt: String?
    /// True after too many failed scans.
    var isLockedOut = false
    var world = WorldState()
    /// The state of the test cases.
    var guide = GuideState()

    /// True if the phone's browser is in front.
    var isBrowsing: Bool { if case .browser = place { app != .foreground } else { false } }

    /// The language of the phone and the app.
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

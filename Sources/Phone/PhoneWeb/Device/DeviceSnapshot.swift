// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import WalletApp

/// A snapshot of the simulated phone, as far as it is drawn.
struct DeviceSnapshot: Sendable, Hashable {
    var kind = PhoneKind.iPhone
    var app = AppState.notRunning
    /// The system app that is shown instead of the app.
    var place: SystemPlace?
    var settings = DeviceSettings()
    /// The system's prompt for a face or finger; nil when none waits.
    var prompt: SensorPrompt?
    /// True after too many failed scans.
    var isLockedOut = false
    /// The camera, and the system's question whether the app may use it.
    var camera = CameraView()
    var world = WorldState()
    /// The web sites to open.
    var sites: [OfferedSite] = []
    /// True if there is a laptop beside the phone.
    var hasLaptop = false
    /// The state of the test cases.
    var guide = GuideState()

    /// True if the phone's browser is in front.
    var isBrowsing: Bool { if case .browser = place { app != .foreground } else { false } }

    var sensorKind: BiometricKind { kind.biometricKind(of: settings.sensor) }

    /// The language of the phone.
    var language: Language { Language(rawValue: settings.language.rawValue) }
}

extension SimulatedPhone {
    /// The phone's present state.
    var snapshot: DeviceSnapshot {
        let status = sensor.status
        return DeviceSnapshot(
            kind: device.kind, app: appState, place: place, settings: device.settings, prompt: status.prompt,
            isLockedOut: status.isLockedOut, camera: CameraView(camera))
    }
}

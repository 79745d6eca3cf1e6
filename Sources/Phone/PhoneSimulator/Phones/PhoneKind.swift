// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The kinds of simulated phones. A phone's kind never changes.
package enum PhoneKind: String, Codable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// App Attest and, usually, Face ID.
    case iPhone = "iphone"
    /// Android key attestation and, usually, a fingerprint sensor.
    case android

    package var platform: Platform {
        switch self {
        case .iPhone: .iOS
        case .android: .android
        }
    }

    /// The sensor of phones of this kind, unless their settings name a different sensor.
    package var usualSensor: DeviceSettings.Sensor {
        switch self {
        case .iPhone: .face
        case .android: .finger
        }
    }

    /// The kind of biometrics of a sensor on a phone of this kind; a nil sensor means the usual sensor.
    package func biometricKind(of sensor: DeviceSettings.Sensor?) -> BiometricKind {
        switch (self, sensor ?? usualSensor) {
        case (.iPhone, .face): .faceID
        case (.iPhone, .finger): .touchID
        case (.android, .face): .face
        case (.android, .finger): .fingerprint
        }
    }

    /// The kind with its article, for sentences.
    package var description: String {
        switch self {
        case .iPhone: "an iPhone"
        case .android: "an Android phone"
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// The state of the device's biometric sensor.
@nonexhaustive public enum BiometricAvailability: Sendable, Hashable, Codable {
    /// There is no sensor.
    case unsupported
    /// There is a sensor, but no enrolment.
    case notEnrolled(BiometricKind)
    /// A face or finger is enrolled, and the sensor is ready.
    case available(BiometricKind)
    /// Locked after too many failures; the device's passcode unlocks it.
    case lockedOut(BiometricKind)
}

extension BiometricAvailability {
    /// The kind of the sensor; nil for a phone without a sensor.
    public var kind: BiometricKind? {
        switch self {
        case .unsupported: nil
        case .notEnrolled(let kind), .available(let kind), .lockedOut(let kind): kind
        }
    }
}

/// The kind of a sensor, as the phone names it to its user.
@nonexhaustive public enum BiometricKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Apple's Face ID.
    case faceID
    /// Apple's Touch ID.
    case touchID
    /// Face recognition on a phone that is not an iPhone.
    case face
    /// A fingerprint sensor on a phone that is not an iPhone.
    case fingerprint
}

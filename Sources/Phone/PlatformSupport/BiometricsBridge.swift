// SPDX-License-Identifier: EUPL-1.2

/// A face or fingerprint sensor with a key in secure hardware. A scan releases the key only for the enrolment that existed when the key was made.
package protocol BiometricsBridge: Sendable {
    /// Returns the present state of the sensor.
    func availability() async -> BiometricAvailability

    /// Makes the key, bound to the present enrolment, and removes the previous key. Does not prompt.
    ///
    /// - Returns: the public key, X9.63 uncompressed, 65 bytes.
    /// - Throws: `BiometricsError.unavailable` when nothing is enrolled.
    func makeKey() async throws(BiometricsError) -> [UInt8]

    /// Prompts the user and signs with the key if the scan matches.
    ///
    /// - Parameters:
    ///   - nonce: the bytes to sign.
    ///   - prompt: the reason that the system's prompt shows, in the user's language.
    /// - Returns: the signature (ASN.1 DER, ECDSA/SHA-256), or the reason for its absence. One call is one scan.
    func sign(_ nonce: [UInt8], prompt: String) async -> BiometricScan

    /// Removes the key.
    func deleteKey() async
}

/// The state of the device's biometric sensor.
package enum BiometricAvailability: Sendable, Hashable {
    case unsupported
    /// There is a sensor, but no enrolment.
    case notEnrolled(BiometricKind)
    case available(BiometricKind)
    /// Locked after too many failures; the device's passcode unlocks it.
    case lockedOut(BiometricKind)
}

/// The kind of sensor, as users know it.
package enum BiometricKind: String, Sendable, Hashable, Codable {
    case faceID
    case fingerprint
}

/// The outcome of one scan.
package enum BiometricScan: Sendable, Hashable {
    /// The scan matched: a signature over the nonce.
    case signed([UInt8])
    /// The scan did not match or was not readable.
    case notRecognised
    /// The scan did not match, and the sensor is now locked. Only platforms that count failures themselves report this, such as Android.
    case notRecognisedForTheLastTime
    /// The user closed the prompt, or the caller was cancelled.
    case cancelled
    /// The system closed the prompt, or did not show it, because the app is not in the foreground. It says nothing about the user.
    case interrupted
    /// Locked after too many failures; no scan took place.
    case lockedOut
    /// A face or finger was added or removed after the key was made; the key is gone.
    case enrolmentChanged
    /// There is no key, no sensor or no enrolment.
    case unavailable
}

/// An error in making a biometric key.
package enum BiometricsError: Error, Sendable, Hashable {
    /// No sensor, or no enrolment.
    case unavailable
    /// The platform's key store failed.
    case failed
}

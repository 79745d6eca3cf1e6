// SPDX-License-Identifier: EUPL-1.2

/// Face or finger: a key in secure hardware that is released only to the enrolment that existed when the key was made.
package protocol BiometricsBridge: Sendable {
    /// What the device can do now.
    func availability() async -> BiometricAvailability

    /// Makes the key, bound to the present enrolment, and removes an earlier one. Does not prompt.
    ///
    /// - Returns: the public key, X9.63 uncompressed, 65 bytes.
    /// - Throws: `BiometricsError.unavailable` when nothing is enrolled.
    func makeKey() async throws(BiometricsError) -> [UInt8]

    /// Prompts the user and, when the face or finger is right, signs with the key.
    ///
    /// - Parameters:
    ///   - nonce: what to sign.
    ///   - prompt: why, in the user's language, as the system's prompt shows it.
    /// - Returns: the signature (ASN.1 DER, ECDSA/SHA-256), or why there is none; one call is one scan.
    func sign(_ nonce: [UInt8], prompt: String) async -> BiometricScan

    /// Removes the key.
    func deleteKey() async
}

/// What the device's sensor can do.
package enum BiometricAvailability: Sendable, Hashable {
    /// There is no sensor.
    case unsupported
    /// There is a sensor, but nobody is enrolled.
    case notEnrolled(BiometricKind)
    /// It can be used.
    case available(BiometricKind)
    /// Too many failures; the device's own passcode opens it again.
    case lockedOut(BiometricKind)
}

/// The kind of sensor, by the name that users know.
package enum BiometricKind: String, Sendable, Hashable, Codable {
    /// Apple's face recognition.
    case faceID
    /// A fingerprint.
    case fingerprint
}

/// The outcome of one scan.
package enum BiometricScan: Sendable, Hashable {
    /// The enrolled person: a signature over the nonce.
    case signed([UInt8])
    /// Somebody else, or not readable.
    case notRecognised
    /// Not recognised, and the sensor takes no more scans now; only platforms that count for themselves say so, as Android does.
    case notRecognisedForTheLastTime
    /// The user closed the prompt, or the caller was cancelled.
    case cancelled
    /// The system closed the prompt, or showed none, because the app is not on the glass. It says nothing about the user.
    case interrupted
    /// Too many failures before; nobody was scanned.
    case lockedOut
    /// A face or finger was added or removed since the key was made; the key is gone.
    case enrolmentChanged
    /// There is no key, no sensor or nobody enrolled.
    case unavailable
}

/// Why a biometric key cannot be made.
package enum BiometricsError: Error, Sendable, Hashable {
    /// No sensor, or nobody enrolled.
    case unavailable
    /// The platform's store failed.
    case failed
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Everything of the phone that survives switching it off, but for the app's own files.
///
/// - Warning: holds private keys in the clear: a simulated secure enclave keeps secrets from the app, not from the computer.
struct DeviceHardware: Codable, Sendable, Equatable {
    /// The version of this shape. Version 1 did not name the kind: every phone was an iPhone.
    static let currentVersion = 2

    /// A key that can attest itself.
    struct AttestedKey: Codable, Sendable, Equatable {
        /// The private scalar, 32 bytes.
        var privateKey: Data
        /// How often it has signed; on an iPhone the counter in its last assertion.
        var counter: UInt32 = 0
        /// Whether it was attested: it is once only, and signs afterwards only.
        var isAttested = false
    }

    /// The key that the sensor guards.
    struct BiometricKey: Codable, Sendable, Equatable {
        /// The private scalar, 32 bytes.
        var privateKey: Data
        /// The enrolment that it was made for.
        var enrolment: Int
    }

    var version = DeviceHardware.currentVersion
    /// What the phone is, as long as it lives.
    var kind = PhoneKind.iPhone
    var settings = DeviceSettings()
    /// By the platform's name for the key.
    var attestedKeys: [String: AttestedKey] = [:]
    /// AES keys of 32 bytes, by the app's name for them.
    var encryptionKeys: [String: Data] = [:]
    var biometricKey: BiometricKey?
    /// Counts the changes of who is enrolled.
    var enrolment = 1
    /// Names the present installation of the app. It is the platform's, and no part of the secure hardware.
    var installation: String?

    /// The installation of phones that were kept before installations had names.
    static let firstInstallation = "first"

    /// The app is installed anew.
    mutating func noteNewInstallation() { installation = UUID().uuidString }
}

extension KeyedDecodingContainer {
    /// The kind of a phone; an iPhone where none is named.
    func decode(_ type: PhoneKind.Type, forKey key: Key) throws -> PhoneKind {
        try decodeIfPresent(type, forKey: key) ?? .iPhone
    }
}

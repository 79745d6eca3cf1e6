// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The phone's state that survives switching it off, except the app's own files.
///
/// - Warning: contains private keys in the clear: a simulated secure enclave keeps secrets from the app, not from the computer.
struct DeviceHardware: Codable, Sendable, Equatable {
    /// The version of this format. Version 1 did not name the kind: every phone was an iPhone.
    static let currentVersion = 2

    struct AttestedKey: Codable, Sendable, Equatable {
        /// The private scalar, 32 bytes.
        var privateKey: Data
        /// The number of signatures; on an iPhone the counter in its last assertion.
        var counter: UInt32 = 0
        /// The key has been attested. A key is attested once and cannot sign before.
        var isAttested = false
    }

    /// The key that the sensor guards.
    struct BiometricKey: Codable, Sendable, Equatable {
        /// The private scalar, 32 bytes.
        var privateKey: Data
        /// The enrolment that the key is bound to.
        var enrolment: Int
    }

    var version = DeviceHardware.currentVersion
    /// The kind, fixed for the phone's life.
    var kind = PhoneKind.iPhone
    var settings = DeviceSettings()
    /// Attested keys by the platform's name.
    var attestedKeys: [String: AttestedKey] = [:]
    /// AES keys of 32 bytes, by the name that the app gave them.
    var encryptionKeys: [String: Data] = [:]
    var biometricKey: BiometricKey?
    /// The number of enrolment changes.
    var enrolment = 1
    /// The identity of the present installation of the app. It belongs to the platform, not to the secure hardware.
    var installation: String?

    /// The installation identity of phones stored before installations had names.
    static let firstInstallation = "first"

    /// Records a new installation of the app.
    mutating func noteNewInstallation() { installation = UUID().uuidString }
}

extension KeyedDecodingContainer {
    /// Decodes the kind of a phone; an iPhone when none is named.
    func decode(_ type: PhoneKind.Type, forKey key: Key) throws -> PhoneKind {
        try decodeIfPresent(type, forKey: key) ?? .iPhone
    }
}

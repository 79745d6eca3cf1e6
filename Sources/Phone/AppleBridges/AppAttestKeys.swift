// SPDX-License-Identifier: EUPL-1.2

#if canImport(DeviceCheck)

import CryptoKit
import DeviceCheck
import Foundation
import PlatformSupport

/// Attested keys of an iPhone: `DCAppAttestService`.
///
/// App Attest can neither list nor remove its keys. A record in the keychain names the keys in use; a key without a record is unknown, as
/// if it were removed.
actor AppAttestKeys: AttestedKeyBridge {
    private let records: KeychainItems

    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    init(accessGroup: String? = nil) {
        records = KeychainItems(service: "wallet.attested-keys", accessGroup: accessGroup)
    }

    func generate() async throws(AttestedKeyError) -> String {
        guard DCAppAttestService.shared.isSupported else { throw .notSupported }
        try requireAccess()
        let identifier = try await calling { try await DCAppAttestService.shared.generateKey() }
        guard records.set([1], for: identifier) else { throw .failed }
        return identifier
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        try requireRecord(of: identifier)
        let object = try await calling {
            try await DCAppAttestService.shared.attestKey(identifier, clientDataHash: Data(challengeHash))
        }
        return .apple(object: Array(object))
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        try requireRecord(of: identifier)
        let hash = Data(SHA256.hash(data: payload))
        let assertion = try await calling {
            try await DCAppAttestService.shared.generateAssertion(identifier, clientDataHash: hash)
        }
        return .appleAssertion(Array(assertion))
    }

    func delete(_ identifier: String) {
        records.remove(identifier)
    }

    func deleteAll(except identifiers: Set<String>) {
        for name in records.names() where !identifiers.contains(name) { records.remove(name) }
    }

    private func requireAccess() throws(AttestedKeyError) {
        guard records.isAccessible else { throw .notAvailableYet }
    }

    private func requireRecord(of identifier: String) throws(AttestedKeyError) {
        try requireAccess()
        switch records.value(of: identifier) {
        case .value: return
        case .missing: throw .unknownKey
        case .failed: throw .failed
        }
    }

    /// Calls the service and names its errors.
    private func calling<Value: Sendable>(_ body: () async throws -> Value) async throws(AttestedKeyError) -> Value {
        do {
            return try await body()
        } catch let error as DCError {
            throw switch error.code {
            case .featureUnsupported: .notSupported
            case .serverUnavailable: .platformUnreachable
            // The service throws these errors for a key that it does not have, that is not attested yet, or that is attested already.
            case .invalidKey, .invalidInput: .unknownKey
            default: .failed
            }
        } catch {
            throw .failed
        }
    }
}

#endif

// SPDX-License-Identifier: EUPL-1.2

import HSM
import Synchronization

/// A real HSM with call counters.
final class CountingHSM: HSM {
    private let hsm: any HSM
    private let operations = Atomic(0)
    private let lookUps = Atomic(0)

    init(_ hsm: any HSM) { self.hsm = hsm }

    /// Number of key uses.
    var operationCount: Int { operations.load(ordering: .relaxed) }
    /// Number of public key queries, which an HSM may answer from memory.
    var lookUpCount: Int { lookUps.load(ordering: .relaxed) }

    func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        lookUps.add(1, ordering: .relaxed)
        return try await hsm.publicKeys(for: purpose)
    }

    func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        lookUps.add(1, ordering: .relaxed)
        return try await hsm.publicKey(withID: keyID, for: purpose)
    }

    func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        operations.add(1, ordering: .relaxed)
        return try await hsm.sign(bytes, with: keyID, for: purpose)
    }

    func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        operations.add(1, ordering: .relaxed)
        return try await hsm.seal(plaintext, for: purpose, associatedData: associatedData)
    }

    func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        operations.add(1, ordering: .relaxed)
        return try await hsm.open(sealed, for: purpose, associatedData: associatedData)
    }

    /// One call of the device, as without the counter.
    func openAndAuthenticate(
        _ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8], authenticatingFor authentication: AuthenticationPurpose
    ) async throws(HSMError) -> (plaintext: [UInt8], code: [UInt8]) {
        operations.add(1, ordering: .relaxed)
        return try await hsm.openAndAuthenticate(
            sealed, for: purpose, associatedData: associatedData, authenticatingFor: authentication)
    }

    func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        operations.add(1, ordering: .relaxed)
        return try await hsm.authenticationCode(over: bytes, for: purpose)
    }

    func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        operations.add(1, ordering: .relaxed)
        return try await hsm.makeWalletKey(boundTo: binding)
    }

    func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        operations.add(1, ordering: .relaxed)
        return try await hsm.sign(digest: digest, withWrapped: wrapped, boundTo: binding)
    }
}

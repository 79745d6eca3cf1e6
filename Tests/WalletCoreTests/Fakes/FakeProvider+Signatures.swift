// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import ProviderProtocol
import Synchronization
import VerifierWorld

/// Signatures by the holder's key, to which all copies of the tests of sharing are bound.
extension FakeProvider {
    /// Checks the PIN and signs the hashes.
    func sign(_ message: InstructionMessage, _ pinKey: P256.Signing.PublicKey) throws -> JSONObject? {
        let request = try SigningRequest(message.claims.data)
        _ = try checkPIN(message, pinKey)
        return Signatures(
            signatures: try request.items.map { item in
                Array(try TestCards.holderKey.signature(for: SignedHash(bytes: item.hash)).rawRepresentation)
            }
        ).json
    }
}

/// The deletion of keys, of which only the identifiers are known.
extension FakeProvider {
    /// Checks the PIN and notes the keys as deleted.
    func deleteKeys(_ message: InstructionMessage, _ pinKey: P256.Signing.PublicKey) throws -> JSONObject? {
        let deletion = try KeyDeletion(message.claims.data)
        _ = try checkPIN(message, pinKey)
        state.withLock { $0.deletedKeys += deletion.keys.map(\.text) }
        return nil
    }

    /// The identifiers of the keys that were deleted, in order.
    var deletedKeys: [String] { state.withLock { $0.deletedKeys } }
}

/// A hash to sign as it is.
private struct SignedHash: Digest {
    static let byteCount = SHA256Digest.byteCount

    let bytes: [UInt8]

    func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try unsafe bytes.withUnsafeBytes(body)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

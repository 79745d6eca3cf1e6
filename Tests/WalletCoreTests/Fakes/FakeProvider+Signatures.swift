// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import ProviderProtocol
import Synchronization

/// Signatures by credential keys (`sign`). The provider gets hashes only.
extension FakeProvider {
    /// Gives the provider a credential key, as after an issuance.
    func keep(_ key: P256.Signing.PrivateKey, as id: WalletKeyID) { state.withLock { $0.credentialKeys[id] = key } }

    /// Performs `sign`: the PIN is checked first, and an unknown key refuses the whole instruction.
    func sign(_ message: InstructionMessage, _ pinKey: P256.Signing.PublicKey) throws -> JSONObject {
        let items = try SigningRequest(message.claims.data).items
        guard message.isSigned(by: pinKey) else { throw wrongPIN() }
        let keys = state.withLock { $0.credentialKeys }
        guard items.allSatisfy({ keys[$0.key] != nil }) else { throw ProviderProblem.instructionRejected }
        let signatures = try items.compactMap { item in
            try keys[item.key].map { Array(try $0.signature(for: GivenHash(item.hash)).rawRepresentation) }
        }
        state.withLock { $0.signedHashes.append(items.map(\.hash)) }
        return Signatures(signatures: signatures).json
    }
}

/// A SHA-256 hash that somebody else computed. The library signs a `Digest`, but creates one only by hashing.
private struct GivenHash: Digest {
    static let byteCount = SHA256Digest.byteCount

    private let bytes: [UInt8]

    /// - Parameter bytes: 32 bytes, which `SigningRequest` guarantees.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try unsafe bytes.withUnsafeBytes(body)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

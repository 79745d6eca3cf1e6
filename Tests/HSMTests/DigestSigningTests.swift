// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import Testing

/// Signatures over a given hash by users' keys, on each installed HSM.
@Suite(.timeLimit(.minutes(20)))
struct DigestSigningTests {
    @Test(arguments: HSMKind.installed)
    func `a signature over a hash verifies over the hashed bytes, and the hash is not hashed again`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let key = try await hsm.makeWalletKey(boundTo: [1])
            for bytes in [[], [1, 2, 3], [UInt8](repeating: 9, count: 5000)] as [[UInt8]] {
                let digest = Array(SHA256.hash(data: bytes))
                let signature = try await hsm.sign(digest: digest, withWrapped: key.wrapped, boundTo: [1])
                #expect(key.publicKey.verifies(signature, over: bytes))
                #expect(!key.publicKey.verifies(signature, over: digest))
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a digest that is not 32 bytes is refused, and the key still signs`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let key = try await hsm.makeWalletKey(boundTo: [1])
            for count in [0, 1, 20, 31, 33, 48, 64, 10_000] {
                let digest = [UInt8](repeating: 7, count: count)
                await #expect(throws: HSMError(.wrongDigestLength, "")) {
                    try await hsm.sign(digest: digest, withWrapped: key.wrapped, boundTo: [1])
                }
            }
            let signature = try await hsm.sign(digest: Array(SHA256.hash(data: [5])), withWrapped: key.wrapped, boundTo: [1])
            #expect(key.publicKey.verifies(signature, over: [5]))
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a key with a different binding, or altered, signs no hash`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let digest = [UInt8](repeating: 7, count: 32)
            let key = try await hsm.makeWalletKey(boundTo: [1])
            await #expect(throws: HSMError(.notAuthentic, "")) {
                try await hsm.sign(digest: digest, withWrapped: key.wrapped, boundTo: [2])
            }
            await #expect(throws: HSMError(.notAuthentic, "")) {
                try await hsm.sign(digest: digest, withWrapped: Array(key.wrapped.dropLast()), boundTo: [1])
            }
        }
    }
}

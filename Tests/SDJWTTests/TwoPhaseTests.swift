// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Key bindings whose signature is made elsewhere and added later.
struct TwoPhaseTests {
    private static func binding(
        _ token: CompactSDJWT, nonce: String = Sample.binding.nonce, audience: String = Sample.binding.audience,
        issuedAt: Int64 = Sample.now
    ) -> UnsignedKeyBinding {
        token.keyBinding(nonce: nonce, audience: audience, issuedAt: issuedAt)
    }

    private static func verify(_ token: CompactSDJWT) async throws -> VerifiedSDJWT {
        try await RoundTripTests.verify(token, bound: true)
    }

    @Test func `the signing input has type, time, audience, nonce and the hash of the presented token, and nothing else`() async throws {
        let token = try await Sample.issued().disclosing([["given_name"]])
        let parts = String(decoding: Self.binding(token).signingInput, as: UTF8.self).split(separator: ".")
        #expect(parts.count == 2)
        let header = try JSONObject(parsing: Base64URL.decode(try #require(parts.first)))
        #expect(header.sorted == ["alg": "ES256", "typ": "kb+jwt"])
        let hash = Base64URL.encode(Array(SHA256.hash(data: Array(token.serialized.utf8))))
        let claims = try JSONObject(parsing: Base64URL.decode(try #require(parts.last)))
        let expected: JSONObject = [
            "aud": .string(Sample.binding.audience), "iat": .integer(Sample.now), "nonce": .string(Sample.binding.nonce),
            "sd_hash": .string(hash),
        ]
        #expect(claims.sorted == expected.sorted)
    }

    @Test func `a signature that is added later makes the same presentation as signing in one call`() async throws {
        let token = try await Sample.issued().disclosing([["age", "over_18"]])
        let unsigned = Self.binding(token)
        let signature = try Sample.holderKey.sign(unsigned.signingInput)
        let inOneCall = try await token.bound(
            nonce: Sample.binding.nonce, audience: Sample.binding.audience, issuedAt: Sample.now
        ) { input in
            #expect(input == unsigned.signingInput)
            return signature
        }
        let presented = try unsigned.signed(with: signature)
        #expect(presented == inOneCall && presented.serialized == inOneCall.serialized)
        #expect(presented.keyBinding?.signingInput == unsigned.signingInput)
        #expect(presented.serialized.hasPrefix(token.serialized))
        let verified = try await Self.verify(presented)
        #expect(verified.payload["age"] == ["over_18": true] && verified.payload["given_name"] == nil)
    }

    @Test func `a key binding that is there is dropped`() async throws {
        let token = try await Sample.issued().disclosing([["given_name"]])
        let earlier = Self.binding(token, nonce: "earlier")
        let bound = try earlier.signed(with: Sample.holderKey.sign(earlier.signingInput))
        let unsigned = Self.binding(bound)
        #expect(bound.keyBinding != nil && unsigned == Self.binding(token))
        let again = try unsigned.signed(with: Sample.holderKey.sign(unsigned.signingInput))
        #expect(again.serialized.hasPrefix(token.serialized) && again.keyBinding != bound.keyBinding)
        _ = try await Self.verify(again)
    }

    @Test func `a signature is for one selection, nonce, audience and time only`() async throws {
        let issued = try await Sample.issued()
        let token = try issued.disclosing([["given_name"]])
        let unsigned = Self.binding(token)
        let signature = try Sample.holderKey.sign(unsigned.signingInput)
        let others = [
            Self.binding(token, nonce: "nonce-2"), Self.binding(token, audience: "https://verifier.example/"),
            Self.binding(token, issuedAt: Sample.now - 1), Self.binding(try issued.disclosing([])),
            Self.binding(try issued.disclosing([["family_name"]])), Self.binding(issued),
        ]
        for (number, other) in others.enumerated() {
            #expect(other != unsigned && other.signingInput != unsigned.signingInput, "\(number)")
            let moved = try other.signed(with: signature)
            await expectRejection(.keyBindingSignature, "\(number)") { _ = try await Self.verify(moved) }
        }
        _ = try await Self.verify(unsigned.signed(with: signature))
    }

    @Test func `signatures of a batch verify in their order only`() async throws {
        let issued = try await Sample.issued()
        let selections: [[ClaimPath]] = [[], [["given_name"]], [["birthdate"]]]
        let batch = try selections.map { Self.binding(try issued.disclosing($0)) }
        let signatures = try batch.map { try Sample.holderKey.sign($0.signingInput) }
        for (place, unsigned) in batch.enumerated() {
            for (other, signature) in signatures.enumerated() {
                let presented = try unsigned.signed(with: signature)
                let isAccepted = (try? await Self.verify(presented)) != nil
                #expect(isAccepted == (place == other), "\(place), \(other)")
            }
        }
    }

    @Test func `a signature by a key that is not the holder's is refused`() async throws {
        let unsigned = Self.binding(try await Sample.issued())
        let presented = try unsigned.signed(with: Sample.issuerKey.sign(unsigned.signingInput))
        await expectRejection(.keyBindingSignature) { _ = try await Self.verify(presented) }
    }

    @Test func `a signature that is not 64 bytes makes no presentation, also in DER`() async throws {
        let unsigned = Self.binding(try await Sample.issued())
        let der = Array(try Sample.holderKey.signature(for: unsigned.signingInput).derRepresentation)
        for signature in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65), der] {
            #expect(throws: JOSEError(.signatureLength, ""), "\(signature.count)") { try unsigned.signed(with: signature) }
        }
    }
}

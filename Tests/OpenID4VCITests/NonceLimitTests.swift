// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import Testing

/// Nonces of issuers that make them of encrypted JWTs.
struct NonceLimitTests {
    private static let longest = String(repeating: "n", count: Members.maximumNonceBytes)

    @Test func `a nonce or challenge of the maximum size is read, one of a byte more is refused`() throws {
        #expect(try NonceResponse(["c_nonce": .string(Self.longest)]).nonce == Self.longest)
        #expect(throws: MalformedMessage.self) { try NonceResponse(["c_nonce": .string(Self.longest + "n")]) }
        #expect(try ChallengeResponse(["attestation_challenge": .string(Self.longest)]).challenge == Self.longest)
        #expect(throws: MalformedMessage.self) { try ChallengeResponse(["attestation_challenge": .string(Self.longest + "n")]) }
    }

    @Test func `a proof with a nonce of the maximum size is read, one with a byte more is refused`() throws {
        let key = P256.Signing.PrivateKey()
        func proof(nonce: String) throws -> ReceivedKeyProof {
            let order = KeyProofOrder(
                configuration: TestServer.metadata().configurations[0], audience: World.issuer, clientID: nil, nonce: nonce, maximumCount: 1
            )
            let token = order.unsigned(key: JWK(key.publicKey), issuedAt: World.now)
            let signature = Array(try key.signature(for: token.signingInput).rawRepresentation)
            return try ReceivedKeyProof(parsing: token.signed(with: signature))
        }
        #expect(try proof(nonce: Self.longest).nonce == Self.longest)
        #expect(throws: TokenFault.self) { try proof(nonce: Self.longest + "n") }
    }
}

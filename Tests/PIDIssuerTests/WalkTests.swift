// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import SDJWT
import Testing

@testable import PIDIssuer

/// Whole issuances over TLS, by a wallet that is made of the contract's own state machine.
@Suite(.timeLimit(.minutes(3))) struct WalkTests {
    @Test func `a person logs in and gets a PID for each key`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            #expect(wallet.client.step == .finished)
            #expect(wallet.issued.map(\.configurationID) == ["pid_sd_jwt"])
            let credentials = try #require(wallet.issued.first?.credentials)
            #expect(credentials.count == 3)
            let verifier = SDJWTVerifier(
                trust: .certificates(roots: [stage.issuers.root]), kind: .credential(types: [PIDKind.credentialType]),
                issuer: IssuerStage.issuer.text, requiresExpiry: true)
            for (text, key) in zip(credentials, wallet.credentialKeys["pid_sd_jwt"] ?? []) {
                let pid = try await verifier.verify(
                    text, keyBinding: .absent, at: Date(timeIntervalSince1970: TimeInterval(stage.now)))
                #expect(pid.holderKey == JWK(key.publicKey))
                #expect(pid.payload["family_name"] == "De Bruijn")
            }
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import TestIssuer
import Testing

struct CertificateChainUse {
    @Test func `a chain verifies under its own root and under no other root`() async throws {
        let issuer = try TestIssuer()
        let signer = try await SignerCertificate(chain: issuer.chain, roots: [issuer.root], at: TestIssuer.now)
        #expect(signer.certificate == issuer.certificate)
        #expect(signer.key.rawRepresentation == issuer.key.publicKey.rawRepresentation)
        let other = try TestIssuer().root
        await #expect(throws: UntrustedChain.self) {
            try await SignerCertificate(chain: issuer.chain, roots: [other], at: TestIssuer.now)
        }
    }
}

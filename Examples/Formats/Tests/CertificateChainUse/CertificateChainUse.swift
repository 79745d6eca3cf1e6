// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
import TestIssuer
import Testing
import X509

// snippet.verify
/// The key of a signer whose chain, as `x5c` or `x5chain` carries it, leads to a trusted root.
func signerKey(_ chain: [[UInt8]], roots: [Certificate], at time: Date) async throws(UntrustedChain) -> P256.Signing.PublicKey {
    try await SignerCertificate(chain: chain, roots: roots, at: time).key
}
// snippet.end

struct CertificateChainUse {
    @Test func `a chain verifies under its own root and under no other root`() async throws {
        let issuer = try TestIssuer()
        let signer = try await SignerCertificate(chain: issuer.chain, roots: [issuer.root], at: TestIssuer.now)
        #expect(signer.certificate == issuer.certificate)
        let key = try await signerKey(issuer.chain, roots: [issuer.root], at: TestIssuer.now)
        #expect(key.rawRepresentation == issuer.key.publicKey.rawRepresentation)
        let other = try TestIssuer().root
        await #expect(throws: UntrustedChain.self) {
            try await signerKey(issuer.chain, roots: [other], at: TestIssuer.now)
        }
    }
}

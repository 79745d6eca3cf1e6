// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
import SwiftASN1
import X509

/// Chains of certificates under a fixed root, at a fixed time.
extension FuzzTarget {
    /// A chain in parts. An accepted chain is checked again without the verifier: every certificate was signed by the next, the last by the root.
    static let certificateChain = FuzzTarget(
        "certificate-chain", mutations: 40,
        seeds: {
            let certificates = [
                [FuzzParties.signerCertificate, FuzzParties.authorityCertificate],
                [FuzzParties.signerCertificate, FuzzParties.authorityCertificate, FuzzParties.root],
                [FuzzParties.signerBelowRoot], [FuzzParties.signerBelowRoot, FuzzParties.root],
                [FuzzParties.authorityCertificate, FuzzParties.signerCertificate], [FuzzParties.root],
                [FuzzParties.signerBelowRoot, FuzzParties.otherRoot],
            ]
            return certificates.map { FuzzParts.join($0.map(FuzzParties.der)) }
        },
        run: { input async throws(FuzzFinding) in
            let chain = FuzzParts.split(input, atMost: 16)
            guard let signer = try? await SignerCertificate(chain: chain, roots: [FuzzParties.root], at: FuzzParties.time) else {
                return .refused
            }
            let otherwise = try? await SignerCertificate(chain: chain, roots: [FuzzParties.otherRoot], at: FuzzParties.time)
            try FuzzFinding.unless(otherwise == nil, "a chain that ends at two roots")
            let certificates = chain.compactMap { try? Certificate(derEncoded: $0) }
            try FuzzFinding.unless(
                certificates.first == signer.certificate && signer.root == FuzzParties.root, "a signer or a root that was not sent")
            let key = P256.Signing.PublicKey(signer.certificate.publicKey)
            try FuzzFinding.unless(key?.rawRepresentation == signer.key.rawRepresentation, "a key that is not the signer's")
            for (certificate, issuer) in zip(certificates, certificates.dropFirst() + [signer.root]) {
                try FuzzFinding.unless(
                    certificate.issuer == issuer.subject && issuer.publicKey.isValidSignature(certificate.signature, for: certificate),
                    "a certificate that the next did not sign")
                try FuzzFinding.unless(
                    (certificate.notValidBefore...certificate.notValidAfter).contains(FuzzParties.time), "a certificate that is not valid")
            }
            return .accepted
        })
}

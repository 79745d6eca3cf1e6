// SPDX-License-Identifier: EUPL-1.2

import CBOR
package import COSE
import CertificateChain
import Crypto
import Foundation
package import SwiftASN1
package import X509

/// Whose mdocs are accepted. What the document says of itself never widens this.
package enum MDocTrust: Sendable {
    /// Issuers with a certificate that leads to one of these roots and fits the profile. The document carries the chain as `x5chain`.
    case certificates(roots: [Certificate], profile: DocumentSignerProfile)
    /// One key of one issuer; `x5chain` is not looked at.
    case key(COSEKey)
}

/// Who signed an mdoc, as far as ``MDocTrust`` tells.
package enum MDocIssuer: Sendable, Hashable {
    /// The holder of this certificate, verified up to a trusted root.
    case certificate(Certificate)
    /// The owner of the known key.
    case key
}

/// What a document signer's certificate must be, beyond what any signer's must (ISO/IEC 18013-5 annex B.1.4).
package struct DocumentSignerProfile: Sendable, Hashable {
    /// The extended key usage that must be there; nil asks for none, and then none may be critical.
    package let extendedKeyUsage: ASN1ObjectIdentifier?
    /// Whether certificate and root must name one and the same country, the same state or province if the root names one, and whether a
    /// disclosed `issuing_country` must be that country.
    package let hasCountry: Bool

    /// Annex B.1.4: extended key usage 1.0.18013.5.1.2, key usage for digital signatures, the country of its root.
    ///
    /// Annex B further limits a certificate to 457 days and asks for revocation lists; neither is looked at here.
    package static let iso18013 = DocumentSignerProfile(extendedKeyUsage: [1, 0, 18013, 5, 1, 2], hasCountry: true)

    /// A profile of your own, for documents whose rulebook has other certificates.
    package init(extendedKeyUsage: ASN1ObjectIdentifier?, hasCountry: Bool) {
        self.extendedKeyUsage = extendedKeyUsage
        self.hasCountry = hasCountry
    }

    /// - Throws: `MDocRejection` with `documentSigner`.
    func check(_ signer: SignerCertificate) throws(MDocRejection) {
        // The chain's own check lets a certificate pass that does not say what it is for; annex B does not.
        guard extendedKeyUsage == nil || (try? signer.certificate.extensions.keyUsage)?.digitalSignature ?? false else {
            throw MDocRejection(.documentSigner)
        }
        guard hasCountry else { return }
        let own = signer.certificate.subject
        let root = signer.root.subject
        guard let country = own.country, country == root.country, root.state == nil || root.state == own.state else {
            throw MDocRejection(.documentSigner)
        }
    }
}

extension MDocTrust {
    /// The key that must have signed, and whose it is.
    struct Signer {
        let key: P256.Signing.PublicKey
        let issuer: MDocIssuer
        /// The country that a disclosed `issuing_country` must name; nil when there is nothing to compare it with.
        let country: String?
        /// The time of the signer's certificate; nil when only a key is known.
        let validity: ClosedRange<Date>?
    }

    /// - Throws: `MDocRejection` with `header`, `certificateChain` or `documentSigner`.
    func signer(of signature: COSESign1, at time: Date) async throws(MDocRejection) -> Signer {
        // §9.1.2.4 puts the chain into the unprotected header; in the other one it would be a second opinion.
        guard signature.protected[COSELabel.x5chain] == nil else { throw MDocRejection(.header) }
        switch self {
        case .key(let key):
            return Signer(key: key.publicKey, issuer: .key, country: nil, validity: nil)
        case .certificates(let roots, let profile):
            guard let value = signature.unprotected[COSELabel.x5chain], let chain = try? X5Chain.decode(value) else {
                throw MDocRejection(.certificateChain)
            }
            let signer: SignerCertificate
            do throws(UntrustedChain) {
                signer = try await SignerCertificate(
                    chain: chain, roots: roots, at: time, extendedKeyUsage: profile.extendedKeyUsage)
            } catch {
                throw MDocRejection(.certificateChain)
            }
            try profile.check(signer)
            let certificate = signer.certificate
            return Signer(
                key: signer.key, issuer: .certificate(certificate),
                country: profile.hasCountry ? certificate.subject.country : nil,
                validity: certificate.notValidBefore...certificate.notValidAfter)
        }
    }
}

extension DistinguishedName {
    /// The one country that the name has; nil for none or several.
    fileprivate var country: String? { only(.RDNAttributeType.countryName) }

    /// The one state or province that the name has; nil for none or several.
    fileprivate var state: String? { only(.RDNAttributeType.stateOrProvinceName) }

    private func only(_ type: ASN1ObjectIdentifier) -> String? {
        let values = joined().filter { $0.type == type }
        return values.count == 1 ? values.first.flatMap { String($0.value) } : nil
    }
}

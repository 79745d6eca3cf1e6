// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import COSE
import CertificateChain
import Crypto
import Foundation
public import SwiftASN1
public import X509

/// The issuers whose mdocs are accepted. The document's contents never extend this set.
@nonexhaustive public enum MDocTrust: Sendable {
    /// Issuers with a certificate that leads to one of these roots and meets the profile. The document carries the chain as `x5chain`.
    case certificates(roots: [Certificate], profile: DocumentSignerProfile)
    /// One issuer's only key; `x5chain` is ignored.
    case key(COSEKey)
}

/// The verified signer of an mdoc.
@nonexhaustive public enum MDocIssuer: Sendable, Hashable {
    /// The holder of this certificate, whose chain leads to a trusted root.
    case certificate(Certificate)
    /// The owner of the known key.
    case key
}

/// Requirements on a document signer's certificate, beyond those on any signer's (ISO/IEC 18013-5 annex B.1.4).
public struct DocumentSignerProfile: Sendable, Hashable {
    /// The required extended key usage. Nil requires no extended key usage and refuses a critical one.
    public let extendedKeyUsage: ASN1ObjectIdentifier?
    /// True if certificate and root must name the same single country, and the same state or province if the root names a state or
    /// province. A disclosed `issuing_country` must then be that country.
    public let hasCountry: Bool

    /// Annex B.1.4: extended key usage 1.0.18013.5.1.2, key usage for digital signatures, the country of its root.
    ///
    /// Annex B also limits a certificate to 457 days and requires revocation lists; these two rules are not checked.
    public static let iso18013 = DocumentSignerProfile(extendedKeyUsage: [1, 0, 18013, 5, 1, 2], hasCountry: true)

    /// A custom profile, for documents whose rulebook prescribes other certificates.
    public init(extendedKeyUsage: ASN1ObjectIdentifier?, hasCountry: Bool) {
        self.extendedKeyUsage = extendedKeyUsage
        self.hasCountry = hasCountry
    }

    /// - Throws: `MDocRejection` with `documentSigner`.
    func check(_ signer: SignerCertificate) throws(MDocRejection) {
        // The general chain check accepts a certificate without key usage; annex B does not.
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
    /// The key that must have signed, and its owner.
    struct Signer {
        let key: P256.Signing.PublicKey
        let issuer: MDocIssuer
        /// The country that a disclosed `issuing_country` must name; nil if it is not checked.
        let country: String?
        /// The validity period of the signer's certificate; nil if only a key is known.
        let validity: ClosedRange<Date>?
    }

    /// - Throws: `MDocRejection` with `header`, `certificateChain` or `documentSigner`.
    func signer(of signature: COSESign1, at time: Date) async throws(MDocRejection) -> Signer {
        // §9.1.2.4 puts the chain into the unprotected header; a protected one would be a second, conflicting source.
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
    /// The only country in the name; nil if there is none or more than one.
    fileprivate var country: String? { only(.RDNAttributeType.countryName) }

    /// The only state or province in the name; nil if there is none or more than one.
    fileprivate var state: String? { only(.RDNAttributeType.stateOrProvinceName) }

    private func only(_ type: ASN1ObjectIdentifier) -> String? {
        let values = joined().filter { $0.type == type }
        return values.count == 1 ? values.first.flatMap { String($0.value) } : nil
    }
}

// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import SwiftASN1
import X509

/// The issuer of a verified credential, as its certificates name it.
struct IssuerCertificate {
    /// The organisation, or else the common name, of the signer's certificate; nil if neither can be shown.
    let name: String?
    /// The KeyIdentifiers of the AuthorityKeyIdentifier extensions of all certificates.
    let authorityKeys: [[UInt8]]

    /// - Parameter chain: the certificates in DER, the signer's first.
    init(chain: [[UInt8]]) {
        let certificates = chain.compactMap { try? Certificate(derEncoded: $0) }
        name = certificates.first?.subject.name
        authorityKeys = certificates.compactMap { certificate -> [UInt8]? in
            let authority = try? certificate.extensions.authorityKeyIdentifier
            return authority?.keyIdentifier.map { Array($0) }
        }
    }
}

extension DistinguishedName {
    /// The organisation or else the common name, if it can be shown.
    fileprivate var name: String? {
        let attributes = joined()
        for type in [ASN1ObjectIdentifier.RDNAttributeType.organizationName, .RDNAttributeType.commonName] {
            guard let text = attributes.first(where: { $0.type == type }).flatMap({ String($0.value) }) else { continue }
            // The rule for texts of other parties is that of messages.
            return try? Members(["text": .string(text)]).sentence("text")
        }
        return nil
    }
}

// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import DCQL
import JOSE
import JSON
import MDoc
import SDJWT
import SwiftASN1
import X509

/// A stored copy, parsed. Its signature was verified before it was stored.
enum CopyContents: Sendable, Hashable {
    case sdJWT(CompactSDJWT)
    case mdoc(IssuerSigned)

    /// For the provider only, so no verifier can ask for it.
    static let withheld: Set<String> = ["recovery_code"]

    /// Nil if the text is no credential in that format.
    init?(_ credential: String, as format: QueriedFormat) {
        switch format {
        case .sdJWT:
            guard let token = try? CompactSDJWT(parsing: credential) else { return nil }
            self = .sdJWT(token)
        case .mdoc:
            guard let bytes = try? Base64URL.decode(credential), let issued = try? IssuerSigned(decoding: bytes) else { return nil }
            self = .mdoc(issued)
        }
    }

    /// The copy as a query sees it; nil if its claims cannot be read, or if every verifier would get a claim that is for the provider only.
    ///
    /// - Parameters:
    ///   - type: the card's type; an mdoc has its own, in the data that the issuer signed.
    ///   - parents: the types that a type extends, nearest first. Document types extend none.
    func queried(as reference: String, type: String, parents: [String: [String]]) -> QueriedCredential? {
        switch self {
        case .sdJWT(let token):
            guard !revealsWithheld, let claims = try? token.claims() else { return nil }
            let chain = token.issuerSigned.header["x5c"].flatMap { try? X5C.decode($0) } ?? []
            return QueriedCredential(
                reference: reference, format: .sdJWT, types: [type] + (parents[type] ?? []),
                authorityKeys: Self.authorityKeys(in: chain), claims: claims, withheld: Self.withheld)
        case .mdoc(let issued):
            guard let object = try? issued.mobileSecurityObject() else { return nil }
            let chain = issued.issuerAuth.unprotected[COSELabel.x5chain].flatMap { try? X5Chain.decode($0) } ?? []
            return QueriedCredential(
                reference: reference, format: .mdoc, types: [object.docType.text], authorityKeys: Self.authorityKeys(in: chain),
                claims: Self.claims(issued), withheld: Self.withheld)
        }
    }

    /// Name space → element → value. An element without a form in JSON can be asked for, but equals no value.
    private static func claims(_ issued: IssuerSigned) -> JSONObject {
        var claims = JSONObject()
        for space in issued.nameSpaces {
            var elements = JSONObject()
            for item in space.items { elements.set(item.identifier.text, item.value.queriedJSON ?? .null) }
            claims.set(space.name.text, .object(elements))
        }
        return claims
    }

    /// The keys that certified the chain's certificates (OpenID4VP 1.0 §6.1.1.1). A certificate that does not name its authority's key has
    /// none.
    private static func authorityKeys(in chain: [[UInt8]]) -> [[UInt8]] {
        chain.compactMap { der -> [UInt8]? in
            guard let certificate = try? Certificate(derEncoded: der) else { return nil }
            return (try? certificate.extensions.authorityKeyIdentifier)?.keyIdentifier.map { Array($0) }
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import DCQL
import JOSE
import JSON
import MDoc
import OAuthMessages
import SDJWT
import StatusList

/// A presentation whose issuer and holder have been verified, in the form in which it is compared with the query.
struct PresentedCredential {
    let queried: QueriedCredential
    /// The claims that the holder chose to disclose.
    let disclosed: [ClaimPath]
    /// The bytes that the issuer signed, which no two credentials share. The signature is not suitable, because it can be
    /// rewritten into a second valid form.
    let signed: [UInt8]
    private let claims: [DisclosedClaim]
    private let issuer: IssuerCertificate
    private let expiresAt: Int64?
    private let status: CredentialStatus

    /// Claims of a token that say nothing about the holder; `cnf` and `status` would let parties recognise the holder.
    private static let registered: Set<String> = ["iss", "aud", "iat", "nbf", "exp", "cnf", "status", "vct", "vct#integrity", "jti"]

    /// - Parameter parents: the types that a type extends.
    init(_ verified: VerifiedSDJWT, of token: CompactSDJWT, parents: [String: [String]]) {
        let type = verified.credentialType ?? ""
        let chain = token.issuerSigned.header["x5c"].flatMap { try? X5C.decode($0) } ?? []
        issuer = IssuerCertificate(chain: chain)
        // A dictionary would also find a type that is only equivalent in Unicode.
        let parents = parents.first { $0.key.isExactly(type) }?.value ?? []
        signed = token.issuerSigned.payload
        queried = QueriedCredential(
            reference: "presented", format: .sdJWT, types: [type] + parents, authorityKeys: issuer.authorityKeys,
            claims: verified.payload, withheld: [])
        claims = verified.disclosed
        disclosed = claims.map(\.path)
        expiresAt = verified.expiresAt
        status = CredentialStatus(verified.payload["status"])
    }

    init(_ verified: VerifiedMDoc, of document: PresentedDocument) {
        let object = verified.mobileSecurityObject
        signed = document.issuerSigned.issuerAuth.payload ?? []
        let value = document.issuerSigned.issuerAuth.unprotected[COSELabel.x5chain]
        claims = []
        issuer = IssuerCertificate(chain: value.flatMap { try? X5Chain.decode($0) } ?? [])
        queried = QueriedCredential(
            reference: "presented", format: .mdoc, types: [object.docType.text], authorityKeys: issuer.authorityKeys,
            claims: Self.claims(of: verified.elements), withheld: [])
        // Elements that the device signs are disclosures, too; they answer no query.
        disclosed = (verified.elements + verified.deviceElements).map { element in
            ClaimPath([.name(element.nameSpace.text), .name(element.identifier.text)])
        }
        expiresAt = object.validity.validUntil.seconds
        status = CredentialStatus(object.status)
    }

    /// The arrays of an SD-JWT; nil for an mdoc, in whose elements no query has an index.
    var arrays: SignedArrays? {
        guard queried.format == .sdJWT, let payload = try? JSONObject(parsing: signed, limits: SDJWTLimits.default.json) else { return nil }
        return SignedArrays(payload, disclosed: claims)
    }

    /// The result for the party.
    ///
    /// - Parameter asked: the paths of the query.
    func credential(answering id: String, asked: [ClaimPath]) -> VerifiedCredential {
        VerifiedCredential(
            queryID: id, format: queried.format, type: queried.types.first ?? "", claims: result(asked), issuerName: issuer.name,
            expiresAt: expiresAt, status: status.reference, authorityKeys: issuer.authorityKeys, isStatusUnknown: status.isUnknown)
    }

    private func result(_ asked: [ClaimPath]) -> JSONObject {
        guard queried.format == .sdJWT else { return queried.claims }
        let names = asked.compactMap { path -> String? in if case .name(let name)? = path.steps.first { name } else { nil } }
        var claims = queried.claims
        for name in Self.registered.subtracting(names) { _ = claims.remove(name) }
        return claims
    }

    private static func claims(of elements: [MDocElement]) -> JSONObject {
        var claims = JSONObject()
        for element in elements {
            let nameSpace = element.nameSpace.text
            var members = if case .object(let known)? = claims[nameSpace] { known } else { JSONObject() }
            members.set(element.identifier.text, element.value.queriedJSON ?? .null)
            claims.set(nameSpace, .object(members))
        }
        return claims
    }
}

/// The status of a credential: none, an entry in a status list, or one that cannot be looked up.
private struct CredentialStatus {
    let reference: StatusListReference?
    let isUnknown: Bool

    /// - Parameter value: the claim `status` of an SD-JWT.
    init(_ value: JSONValue?) {
        reference = value.flatMap { try? StatusListReference(status: $0) }
        isUnknown = value != nil && reference == nil
    }

    /// - Parameter item: `status` of a mobile security object.
    init(_ item: CBORItem?) {
        let list = item?.map?["status_list"]?.map
        if let index = list?["idx"]?.integer.flatMap({ Int(exactly: $0) }), let uri = list?["uri"]?.text {
            reference = try? StatusListReference(index: index, uri: uri)
        } else {
            reference = nil
        }
        isUnknown = item != nil && reference == nil
    }
}

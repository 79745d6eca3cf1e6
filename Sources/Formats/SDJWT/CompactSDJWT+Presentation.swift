// SPDX-License-Identifier: EUPL-1.2

public import JOSE
package import JSON

extension CompactSDJWT {
    /// The claims that the disclosures reveal; a claim precedes the claims in it (RFC 9901 §7.2). Does not verify the issuer's signature.
    ///
    /// - Throws: ``SDJWTRejection`` if the disclosures do not match the payload.
    public func disclosedClaims(limits: SDJWTLimits = .default) throws(SDJWTRejection) -> [DisclosedClaim] {
        try processed(limits: limits).disclosed
    }

    /// The visible and disclosed claims, without the disclosure mechanism (§7.1). Does not verify the issuer's signature.
    ///
    /// - Throws: as ``disclosedClaims(limits:)``.
    package func claims(limits: SDJWTLimits = .default) throws(SDJWTRejection) -> JSONObject {
        try processed(limits: limits).payload
    }

    /// Reduces the SD-JWT to the disclosures that these claims need; adds no key binding (§7.2).
    ///
    /// A claim is disclosed with everything in it and with the hidden claims that contain it. A visible claim needs no disclosure. An empty
    /// list discloses nothing.
    ///
    /// - Parameter paths: indexes count the elements that this token discloses.
    /// - Throws: ``SDJWTRejection`` with `noSuchClaim` if a path leads to no claim, or as ``disclosedClaims(limits:)``.
    public func disclosing(_ paths: [ClaimPath], limits: SDJWTLimits = .default) throws(SDJWTRejection) -> CompactSDJWT {
        let (payload, claims) = try processed(limits: limits)
        let places = paths.map { JSONValue.object(payload).places(of: $0.steps[...]) }
        guard places.allSatisfy({ !$0.isEmpty }) else { throw SDJWTRejection(.noSuchClaim) }
        let selected = Set(places.joined())
        let wanted = claims.filter { claim in selected.contains { $0.isInLine(with: claim.path) } }.map(\.disclosure)
        return CompactSDJWT(issuerSigned: issuerSigned, disclosures: disclosures.filter(Set(wanted).contains))
    }

    /// Adds a key binding for one verifier and one transaction (§4.3): ``keyBinding(nonce:audience:issuedAt:)`` and its signature in one
    /// call.
    ///
    /// - Parameters:
    ///   - nonce: the verifier's nonce.
    ///   - audience: the verifier's identifier.
    ///   - issuedAt: the current time in seconds since 1970, at least 0.
    ///   - signer: signs with the key in `cnf.jwk`.
    /// - Throws: errors of `signer`, or `JOSEError` if it does not return 64 bytes.
    public func bound(nonce: String, audience: String, issuedAt: Int64, by signer: ES256Signer) async throws -> CompactSDJWT {
        let unsigned = keyBinding(nonce: nonce, audience: audience, issuedAt: issuedAt)
        return try unsigned.signed(with: await signer(unsigned.signingInput))
    }

    private func processed(limits: SDJWTLimits) throws(SDJWTRejection) -> (payload: JSONObject, disclosed: [DisclosedClaim]) {
        var processor = DisclosureProcessor(disclosures, limits: limits)
        let payload = try processor.process(signedPayload(limits: limits))
        return (payload, processor.disclosed)
    }
}

extension JSONValue {
    /// Resolves the steps in this value to paths of names and indexes. Elements that lack a later step are omitted.
    fileprivate func places(of steps: ArraySlice<ClaimPath.Step>, from place: ClaimPath = []) -> [ClaimPath] {
        guard let step = steps.first else { return [place] }
        let rest = steps.dropFirst()
        switch (self, step) {
        case (.object(let members), .name(let name)):
            return members[name]?.places(of: rest, from: place.appending(step)) ?? []
        case (.array(let elements), .index(let index)) where elements.indices.contains(index):
            return elements[index].places(of: rest, from: place.appending(step))
        case (.array(let elements), .everyElement):
            return elements.enumerated().flatMap { $0.element.places(of: rest, from: place.appending(.index($0.offset))) }
        default:
            return []
        }
    }
}

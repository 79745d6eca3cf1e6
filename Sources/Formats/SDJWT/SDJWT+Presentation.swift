// SPDX-License-Identifier: EUPL-1.2

import JOSE

extension SDJWT {
    /// The claims that the disclosures reveal, a claim before those that it holds (RFC 9901 §7.2).
    ///
    /// - Throws: ``SDJWTRejection`` for a token whose disclosures do not fit its payload. The issuer's signature is not looked at.
    package func disclosedClaims(limits: SDJWTLimits = .default) throws(SDJWTRejection) -> [DisclosedClaim] {
        try processed(limits: limits).disclosed
    }

    /// The SD-JWT with only the disclosures that these claims need; no key binding yet (§7.2).
    ///
    /// A claim is disclosed with all that it holds, and with what it stands in where that is hidden too. A claim that is visible anyway needs
    /// no disclosure. No paths disclose nothing.
    ///
    /// - Parameter paths: indexes count the elements that this token discloses.
    /// - Throws: ``SDJWTMistake/noSuchClaim`` when one of them leads to no claim; ``SDJWTRejection`` as ``disclosedClaims(limits:)``.
    package func disclosing(_ paths: [ClaimPath], limits: SDJWTLimits = .default) throws -> SDJWT {
        let (payload, claims) = try processed(limits: limits)
        let places = paths.map { JSONValue.object(payload).places(of: $0.steps[...]) }
        guard places.allSatisfy({ !$0.isEmpty }) else { throw SDJWTMistake.noSuchClaim }
        let selected = Set(places.joined())
        let wanted = claims.filter { claim in selected.contains { $0.isInLine(with: claim.path) } }.map(\.disclosure)
        return SDJWT(issuerSigned: issuerSigned, disclosures: disclosures.filter(Set(wanted).contains))
    }

    /// The SD-JWT with a key binding for one verifier and one transaction (§4.3).
    ///
    /// - Parameters:
    ///   - nonce: the verifier's.
    ///   - audience: the verifier.
    ///   - issuedAt: now, in seconds since 1970, at least 0.
    ///   - signer: the key that the SD-JWT names in `cnf.jwk`.
    /// - Throws: what `signer` throws, or ``JOSEError`` when it returns something other than 64 bytes.
    package func bound(nonce: String, audience: String, issuedAt: Int64, by signer: ES256Signer) async throws -> SDJWT {
        let claims: JSONObject = [
            "iat": .integer(issuedAt), "aud": .string(audience), "nonce": .string(nonce), "sd_hash": .string(hash),
        ]
        let header = JWTHeader(type: KeyBindingExpectation.type).json
        let jws = try await CompactJWS.signed(header: header, payload: claims.encode(), by: signer)
        return SDJWT(issuerSigned: issuerSigned, disclosures: disclosures, keyBinding: jws)
    }

    private func processed(limits: SDJWTLimits) throws(SDJWTRejection) -> (payload: JSONObject, disclosed: [DisclosedClaim]) {
        var processor = DisclosureProcessor(disclosures, limits: limits)
        let payload = try processor.process(signedPayload(limits: limits))
        return (payload, processor.disclosed)
    }
}

extension JSONValue {
    /// Where the steps lead to in this value: one path for each element where they say every one, without those that have not what follows.
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

// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import SDJWT

/// The claims that every receiver of an SD-JWT can read, because its issuer did not make them selectively disclosable (RFC 9901 §4).
extension CopyContents {
    /// The paths to the claims about the person that every presentation of the copy shows; empty for an mdoc. A list of which any element is
    /// visible counts as a whole.
    var alwaysShown: [ClaimPath] {
        guard let payload = signedPayload else { return [] }
        return Self.visible(in: payload, at: [])
    }

    /// True if every verifier would get a claim that is for the provider only.
    var revealsWithheld: Bool { signedPayload?.members.contains { Self.withheld.contains($0.name) } ?? false }

    /// The payload of an SD-JWT as the issuer signed it, without disclosures.
    private var signedPayload: JSONObject? {
        guard case .sdJWT(let token) = self else { return nil }
        return try? JSONObject(parsing: token.issuerSigned.payload, limits: SDJWTLimits.default.json)
    }

    private static func visible(in object: JSONObject, at steps: [ClaimPath.Step]) -> [ClaimPath] {
        object.members.flatMap { member -> [ClaimPath] in
            let place = steps + [.name(member.name)]
            if member.name == "_sd" || steps.isEmpty && (member.name == "_sd_alg" || CardClaims.hidden.contains(member.name)) { return [] }
            switch member.value {
            case .object(let inner): return visible(in: inner, at: place)
            case .array(let elements): return elements.allSatisfy(isDigest) ? [] : [ClaimPath(place)]
            default: return [ClaimPath(place)]
            }
        }
    }

    /// True for the place of a withheld element of a list.
    private static func isDigest(_ element: JSONValue) -> Bool {
        guard case .object(let object) = element else { return false }
        return object["..."] != nil
    }
}

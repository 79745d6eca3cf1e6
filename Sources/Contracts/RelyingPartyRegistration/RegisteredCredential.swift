// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import OAuthMessages
public import SDJWT

/// A kind of credential that a party may ask for, with the claims that it may ask of it (`credentials`).
public struct RegisteredCredential: Sendable, Hashable {
    /// Maximum number of ``claims``.
    public static let maximumClaims = 256

    /// `format`, such as `dc+sd-jwt` or `mso_mdoc`.
    public let format: String
    /// The types: `vct_values` of an SD-JWT, the one `doctype_value` of an mdoc. Empty for other formats.
    public let types: [String]
    /// The paths of `claim`; registered `values` do not restrict them. The path without steps stands for every claim: `claim` is absent.
    public let claims: [ClaimPath]

    /// A kind of credential. An mdoc has exactly one type.
    public init(format: String, types: [String], claims: [ClaimPath]) {
        self.format = format
        self.types = types
        self.claims = claims
    }

    /// - Throws: `MalformedMessage` also if `meta` is a text or a path is no array, as in version 1.1.1.
    init(_ members: Members) throws(MalformedMessage) {
        format = try members.token("format", maximum: Members.maximumWordBytes)
        let meta = try members.members("meta")
        switch format {
        case QueriedFormat.sdJWT.rawValue:
            guard let types = try meta.optionalTexts("vct_values") else { throw MalformedMessage("no member vct_values") }
            self.types = types
        case QueriedFormat.mdoc.rawValue: types = [try meta.text("doctype_value", maximum: Members.maximumEntryBytes)]
        default: types = []
        }
        claims = try members.registeredClaims()
    }

    var json: JSONObject {
        let meta: JSONObject =
            switch format {
            case QueriedFormat.sdJWT.rawValue: ["vct_values": .texts(types)]
            case QueriedFormat.mdoc.rawValue: ["doctype_value": .string(types.first ?? "")]
            default: [:]
            }
        var object: JSONObject = ["format": .string(format), "meta": .object(meta)]
        if !claims.contains(ClaimPath([])) {
            object.append("claim", .array(claims.map { .object(["path": $0.claimsPath]) }))
        }
        return object
    }
}

extension Members {
    /// Reads `claim`, which some registrars call `claims`. Without it every claim is registered: "If not available,
    /// all attributes are requested" (class Credential).
    fileprivate func registeredClaims() throws(MalformedMessage) -> [ClaimPath] {
        guard has("claim") || has("claims") else { return [ClaimPath([])] }
        guard !has("claim") || !has("claims") else { throw MalformedMessage("claim and claims") }
        var paths: [ClaimPath] = []
        for claim in try list(has("claim") ? "claim" : "claims", maximum: RegisteredCredential.maximumClaims) {
            guard let value = try Members(claim, "claim").object["path"], let path = ClaimPath(claimsPath: value), !path.steps.isEmpty
            else {
                throw MalformedMessage("path is not a claims path pointer")
            }
            paths.append(path)
        }
        return paths
    }
}

// SPDX-License-Identifier: EUPL-1.2

public import JOSE

/// A response with an access token (RFC 6749 §5.1, OpenID4VCI §6.2), bound to a DPoP key (RFC 9449 §5).
public struct TokenResponse: JSONMessage {
    /// `access_token`, a secret of at most 8 KiB.
    public let accessToken: String
    /// `token_type`: `DPoP`, case-insensitive (RFC 6749 §5.1).
    public let tokenType: String
    /// `expires_in`, in seconds; nil if absent.
    public let expiresIn: Int64?
    /// `scope`; nil if it is the requested scope.
    public let scope: String?
    /// `authorization_details` of type `openid_credential`: the available data sets by kind of credential; empty if absent.
    public let credentialIdentifiers: [String: [String]]

    /// A response of type `DPoP`; `expiresIn` is in seconds.
    public init(accessToken: String, expiresIn: Int64?, scope: String? = nil, credentialIdentifiers: [String: [String]] = [:]) {
        self.accessToken = accessToken
        tokenType = "DPoP"
        self.expiresIn = expiresIn
        self.scope = scope
        self.credentialIdentifiers = credentialIdentifiers
    }

    /// Reads an object.
    ///
    /// - Throws: ``MalformedMessage``.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        accessToken = try members.token("access_token", maximum: 8192)
        guard accessToken.isToken68 else { throw MalformedMessage("access_token has characters that it may not have") }
        tokenType = try members.token("token_type", maximum: 64)
        expiresIn = members.has("expires_in") ? try members.duration("expires_in", 0...0x1F_FFFF_FFFF_FFFF) : nil
        scope = try members.optionalToken("scope", maximum: 4096)
        var identifiers: [String: [String]] = [:]
        for value in try members.optionalArray("authorization_details", maximum: 64) ?? [] {
            let detail = try Members(value, "authorization_details")
            guard try detail.text("type", maximum: 256) == "openid_credential" else { continue }
            let configuration = try detail.text("credential_configuration_id", maximum: 512)
            guard let sets = try detail.optionalTexts("credential_identifiers") else {
                throw MalformedMessage("no member credential_identifiers")
            }
            guard identifiers.updateValue(sets, forKey: configuration) == nil else {
                throw MalformedMessage("authorization_details has a kind of credential twice")
            }
        }
        credentialIdentifiers = identifiers
    }

    public var json: JSONObject {
        var object: JSONObject = ["access_token": .string(accessToken), "token_type": .string(tokenType)]
        object.append("expires_in", ifAny: expiresIn.map(JSONValue.integer))
        object.append("scope", ifAny: scope.map(JSONValue.string))
        if !credentialIdentifiers.isEmpty {
            let details = credentialIdentifiers.sorted { $0.key < $1.key }.map { configuration, sets -> JSONValue in
                [
                    "type": "openid_credential", "credential_configuration_id": .string(configuration),
                    "credential_identifiers": .texts(sets),
                ]
            }
            object.append("authorization_details", .array(details))
        }
        return object
    }
}

extension String {
    /// True if the text may follow a scheme in `Authorization` (RFC 9110 §11.2).
    package var isToken68: Bool {
        let body = utf8.prefix { $0 != UInt8(ascii: "=") }
        return !body.isEmpty && body.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
            && utf8.dropFirst(body.count).allSatisfy { $0 == UInt8(ascii: "=") }
    }
}

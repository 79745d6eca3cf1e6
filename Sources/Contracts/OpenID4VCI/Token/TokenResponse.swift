// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// An entry of `authorization_details` that breaks a rule. Only an issuance of its kind of credential ends.
package struct OddAuthorizationDetail: Sendable, Hashable {
    /// The kind of credential; nil if it cannot be read.
    package let identifier: String?
    /// The broken rule.
    package let fault: MalformedMessage
}

/// A response with an access token (RFC 6749 §5.1, OpenID4VCI §6.2), bound to a DPoP key (RFC 9449 §5).
public struct TokenResponse: JSONMessage {
    /// Maximum size of an access token in bytes.
    public static let maximumTokenBytes = 8192

    /// `access_token`, a secret of at most ``maximumTokenBytes``.
    public let accessToken: String
    /// `token_type`: `DPoP`, case-insensitive (RFC 6749 §5.1).
    public let tokenType: String
    /// `expires_in`, in seconds; nil if absent.
    public let expiresIn: Int64?
    /// `scope`; nil if it is the requested scope.
    public let scope: String?
    /// `authorization_details` of type `openid_credential`: the available data sets by kind of credential; empty if absent. A kind with an
    /// entry that breaks a rule is left out.
    public let credentialIdentifiers: [String: [String]]
    /// The entries that break a rule, of type `openid_credential` or without a type. Part of neither ``json`` nor equality.
    package let oddDetails: [OddAuthorizationDetail]

    /// A response of type `DPoP`; `expiresIn` is in seconds.
    public init(accessToken: String, expiresIn: Int64?, scope: String? = nil, credentialIdentifiers: [String: [String]] = [:]) {
        self.accessToken = accessToken
        tokenType = "DPoP"
        self.expiresIn = expiresIn
        self.scope = scope
        self.credentialIdentifiers = credentialIdentifiers
        oddDetails = []
    }

    /// Reads an object. Each entry of `authorization_details` is judged by itself.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        accessToken = try members.token("access_token", maximum: Self.maximumTokenBytes)
        guard accessToken.isToken68 else { throw MalformedMessage("access_token has characters that it may not have") }
        tokenType = try members.token("token_type", maximum: Members.maximumWordBytes)
        expiresIn = members.has("expires_in") ? try members.duration("expires_in", 0...0x1F_FFFF_FFFF_FFFF) : nil
        scope = try members.optionalToken("scope", maximum: Members.maximumCodeBytes)
        var identifiers: [String: [String]] = [:]
        var odd: [OddAuthorizationDetail] = []
        for value in try members.optionalArray("authorization_details", maximum: Members.maximumListCount) ?? [] {
            var kind: String?
            do throws(MalformedMessage) {
                let detail = try Members(value, "authorization_details")
                kind = Self.kind(of: detail)
                guard let (configuration, sets) = try Self.dataSets(in: detail) else { continue }
                guard identifiers.updateValue(sets, forKey: configuration) == nil else {
                    throw MalformedMessage("authorization_details has a kind of credential twice")
                }
            } catch {
                odd.append(OddAuthorizationDetail(identifier: kind, fault: error))
            }
        }
        credentialIdentifiers = identifiers.filter { entry in !odd.contains { $0.identifier == entry.key } }
        oddDetails = odd
    }

    /// The kind of credential of an entry, also of one that breaks a rule; nil if it cannot be read.
    private static func kind(of detail: Members) -> String? {
        try? detail.text("credential_configuration_id", maximum: Members.maximumIdentifierBytes)
    }

    /// Reads an entry: the kind of credential and its data sets; nil for a type other than `openid_credential`.
    private static func dataSets(in detail: Members) throws(MalformedMessage) -> (String, [String])? {
        guard try detail.text("type", maximum: Members.maximumNameBytes) == "openid_credential" else { return nil }
        let configuration = try detail.text("credential_configuration_id", maximum: Members.maximumIdentifierBytes)
        guard let sets = try detail.optionalTexts("credential_identifiers") else {
            throw MalformedMessage("no member credential_identifiers")
        }
        return (configuration, sets)
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

extension TokenResponse {
    /// True if both have the same token and the same data sets. Entries that break a rule are not compared, because they are not written.
    public static func == (left: TokenResponse, right: TokenResponse) -> Bool {
        left.accessToken == right.accessToken && left.tokenType == right.tokenType && left.expiresIn == right.expiresIn
            && left.scope == right.scope && left.credentialIdentifiers == right.credentialIdentifiers
    }

    /// Hashes the token, consistent with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(accessToken) }
}

extension String {
    /// True if the text may follow a scheme in `Authorization` (RFC 9110 §11.2).
    package var isToken68: Bool {
        let body = utf8.prefix { $0 != UInt8(ascii: "=") }
        return !body.isEmpty && body.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
            && utf8.dropFirst(body.count).allSatisfy { $0 == UInt8(ascii: "=") }
    }
}

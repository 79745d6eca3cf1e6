// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// The metadata of an authorisation server (RFC 8414 §2, with the members of RFC 9126 §5, RFC 9207 §3, RFC 9449 §5.1, OpenID4VCI §12.3 and
/// draft-ietf-oauth-attestation-based-client-auth §8, §10.1).
public struct AuthorizationServerMetadata: JSONMessage {
    /// `issuer`: its identifier.
    public let issuer: HTTPSURL
    /// `authorization_endpoint`.
    public let authorizationEndpoint: HTTPSURL?
    /// `token_endpoint`.
    public let tokenEndpoint: HTTPSURL
    /// `pushed_authorization_request_endpoint`.
    public let pushedAuthorizationRequestEndpoint: HTTPSURL?
    /// `challenge_endpoint`: provides challenges for attestation proofs.
    public let challengeEndpoint: HTTPSURL?
    /// `grant_types_supported`; `authorization_code` and `implicit` if absent.
    public let grantTypes: [String]
    /// `response_types_supported`.
    public let responseTypes: [String]
    /// `code_challenge_methods_supported`.
    public let codeChallengeMethods: [String]
    /// `token_endpoint_auth_methods_supported`; nil if absent.
    public let clientAuthenticationMethods: [String]?
    /// `dpop_signing_alg_values_supported`; nil if absent.
    public let dpopAlgorithms: [String]?
    /// `client_attestation_signing_alg_values_supported`; nil if absent.
    public let attestationAlgorithms: [String]?
    /// `client_attestation_pop_signing_alg_values_supported`; nil if absent.
    public let attestationProofAlgorithms: [String]?
    /// `authorization_response_iss_parameter_supported`.
    public let namesIssuerInResponse: Bool
    /// `pre-authorized_grant_anonymous_access_supported`.
    public let allowsAnonymousPreAuthorizedGrant: Bool

    /// The name of attestation-based client authentication, which wallets use.
    public static let attestationMethod = "attest_jwt_client_auth"

    /// A server with exactly the features that HAIP 1.0 requires.
    public init(
        issuer: HTTPSURL, authorizationEndpoint: HTTPSURL?, tokenEndpoint: HTTPSURL, pushedAuthorizationRequestEndpoint: HTTPSURL?,
        challengeEndpoint: HTTPSURL? = nil, grantTypes: [GrantType] = [.authorizationCode]
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.pushedAuthorizationRequestEndpoint = pushedAuthorizationRequestEndpoint
        self.challengeEndpoint = challengeEndpoint
        self.grantTypes = grantTypes.map(\.rawValue)
        responseTypes = authorizationEndpoint == nil ? [] : ["code"]
        codeChallengeMethods = ["S256"]
        clientAuthenticationMethods = [Self.attestationMethod]
        dpopAlgorithms = ["ES256"]
        attestationAlgorithms = ["ES256"]
        attestationProofAlgorithms = ["ES256"]
        namesIssuerInResponse = authorizationEndpoint != nil
        allowsAnonymousPreAuthorizedGrant = false
    }

    /// Decodes the metadata. Absent members get their defaults from RFC 8414.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        issuer = try members.url("issuer")
        guard issuer.query == nil else { throw MalformedMessage("issuer has a query") }
        authorizationEndpoint = try members.optionalURL("authorization_endpoint")
        tokenEndpoint = try members.url("token_endpoint")
        pushedAuthorizationRequestEndpoint = try members.optionalURL("pushed_authorization_request_endpoint")
        challengeEndpoint = try members.optionalURL("challenge_endpoint")
        grantTypes = try members.optionalTexts("grant_types_supported") ?? ["authorization_code", "implicit"]
        responseTypes = try members.optionalTexts("response_types_supported") ?? []
        codeChallengeMethods = try members.optionalTexts("code_challenge_methods_supported") ?? []
        clientAuthenticationMethods = try members.optionalTexts("token_endpoint_auth_methods_supported")
        dpopAlgorithms = try members.optionalTexts("dpop_signing_alg_values_supported")
        attestationAlgorithms = try members.optionalTexts("client_attestation_signing_alg_values_supported")
        attestationProofAlgorithms = try members.optionalTexts("client_attestation_pop_signing_alg_values_supported")
        namesIssuerInResponse = try members.bool("authorization_response_iss_parameter_supported", default: false)
        allowsAnonymousPreAuthorizedGrant = try members.bool("pre-authorized_grant_anonymous_access_supported", default: false)
    }

    public var json: JSONObject {
        var object: JSONObject = ["issuer": .string(issuer.text)]
        object.append("authorization_endpoint", ifAny: (authorizationEndpoint?.text).map(JSONValue.string))
        object.append("token_endpoint", .string(tokenEndpoint.text))
        if let endpoint = pushedAuthorizationRequestEndpoint {
            object.append("pushed_authorization_request_endpoint", .string(endpoint.text))
            object.append("require_pushed_authorization_requests", true)
        }
        object.append("challenge_endpoint", ifAny: (challengeEndpoint?.text).map(JSONValue.string))
        object.append("grant_types_supported", .texts(grantTypes))
        if !responseTypes.isEmpty { object.append("response_types_supported", .texts(responseTypes)) }
        if !codeChallengeMethods.isEmpty { object.append("code_challenge_methods_supported", .texts(codeChallengeMethods)) }
        object.append("token_endpoint_auth_methods_supported", ifAny: clientAuthenticationMethods.map(JSONValue.texts))
        object.append("dpop_signing_alg_values_supported", ifAny: dpopAlgorithms.map(JSONValue.texts))
        object.append("client_attestation_signing_alg_values_supported", ifAny: attestationAlgorithms.map(JSONValue.texts))
        object.append("client_attestation_pop_signing_alg_values_supported", ifAny: attestationProofAlgorithms.map(JSONValue.texts))
        if namesIssuerInResponse { object.append("authorization_response_iss_parameter_supported", true) }
        if allowsAnonymousPreAuthorizedGrant { object.append("pre-authorized_grant_anonymous_access_supported", true) }
        return object
    }

    /// The URL of a server's metadata (RFC 8414 §3.1); a trailing slash in the identifier's path is removed. Nil if the identifier has a
    /// query or the URL would be too long.
    public static func url(of issuer: HTTPSURL) -> HTTPSURL? {
        guard issuer.query == nil, let plain = HTTPSURL(issuer.path.hasSuffix("/") ? String(issuer.text.dropLast()) : issuer.text) else {
            return nil
        }
        return HTTPSURL(plain.wellKnown("oauth-authorization-server"))
    }
}

/// The grant types.
@nonexhaustive public enum GrantType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Authorisation in the browser (RFC 6749 §4.1).
    case authorizationCode = "authorization_code"
    /// An offer with a pre-authorised code (OpenID4VCI §3.5).
    case preAuthorizedCode = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
}

// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A wallet's pushed authorisation request, sent before it opens the browser (RFC 9126 §2.1, OpenID4VCI §5.1, HAIP §4.3).
public struct PushedAuthorizationRequest: Sendable, Hashable {
    /// Maximum number of scopes.
    public static let maximumScopes = 16

    /// `client_id`.
    public let clientID: String
    /// `redirect_uri`: the URL to which the browser returns.
    public let redirectURI: String
    /// `scope`: 1 to ``maximumScopes`` scopes.
    public let scopes: [String]
    /// `state`: links the response to this request; a secret of the wallet.
    public let state: String
    /// `code_challenge`, made with S256.
    public let codeChallenge: String
    /// `issuer_state` of an offer; not trustworthy, because anyone can write an offer.
    public let issuerState: String?
    /// `resource`: the requested credential issuer, if the server serves several.
    public let resource: String?
    /// `dpop_jkt`: the thumbprint of the key to which the code is bound (RFC 9449 §10).
    public let dpopThumbprint: String?

    /// A request; `state` and the code verifier behind `codeChallenge` must be unguessable.
    public init(
        clientID: String, redirectURI: String, scopes: [String], state: String, codeChallenge: String, issuerState: String? = nil,
        resource: String? = nil, dpopThumbprint: String? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.state = state
        self.codeChallenge = codeChallenge
        self.issuerState = issuerState
        self.resource = resource
        self.dpopThumbprint = dpopThumbprint
    }

    /// Reads a form. Unknown parameters are ignored (OpenID4VCI §5.1.3).
    ///
    /// - Throws: ``EndpointError`` with the code for the response.
    public init(_ form: FormParameters) throws(EndpointError) {
        // §2.1: a request URI cannot be pushed, and request objects are not supported.
        guard form["request_uri"] == nil, form["request"] == nil else {
            throw EndpointError(.invalidRequest, "request objects are not taken")
        }
        do throws(MalformedMessage) {
            let responseType = try form.token("response_type", maximum: Members.maximumWordBytes)
            clientID = try form.token("client_id", maximum: Members.maximumIdentifierBytes)
            redirectURI = try form.token("redirect_uri")
            state = try form.token("state", maximum: Members.maximumIdentifierBytes)
            codeChallenge = try form.token("code_challenge", maximum: CodeVerifier.maximumBytes)
            let method = try form.token("code_challenge_method", maximum: Members.maximumWordBytes)
            scopes = try form.token("scope", maximum: Members.maximumCodeBytes).split(separator: " ").map(String.init)
            issuerState = try form.optionalToken("issuer_state", maximum: Members.maximumCodeBytes)
            resource = try form.optionalToken("resource")
            dpopThumbprint = try form.optionalToken("dpop_jkt", maximum: Members.maximumWordBytes)
            guard responseType == "code" else { throw MalformedMessage("response_type") }
            guard method == CodeVerifier.method, CodeVerifier.isChallenge(codeChallenge) else { throw MalformedMessage("code_challenge") }
        } catch {
            throw EndpointError(error.reason == "response_type" ? .unsupportedResponseType : .invalidRequest, error.reason)
        }
        guard (1...Self.maximumScopes).contains(scopes.count), Set(scopes).count == scopes.count else {
            throw EndpointError(.invalidScope, "scope")
        }
    }

    public var form: FormParameters {
        FormParameters([
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI), ("scope", scopes.joined(separator: " ")),
            ("state", state), ("code_challenge", codeChallenge), ("code_challenge_method", CodeVerifier.method),
            ("issuer_state", issuerState), ("resource", resource), ("dpop_jkt", dpopThumbprint),
        ])
    }
}

/// The response to a pushed request (RFC 9126 §2.2), status 201.
public struct PushedAuthorizationResponse: JSONMessage {
    /// `request_uri`, for a single use.
    public let requestURI: String
    /// `expires_in`, in seconds, 1…86 400.
    public let expiresIn: Int64

    /// A response; `expiresIn` is in seconds.
    public init(requestURI: String, expiresIn: Int64) {
        self.requestURI = requestURI
        self.expiresIn = expiresIn
    }

    /// Reads an object.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        requestURI = try members.token("request_uri", maximum: Members.maximumIdentifierBytes)
        expiresIn = try members.duration("expires_in", 1...86_400)
    }

    public var json: JSONObject { ["request_uri": .string(requestURI), "expires_in": .integer(expiresIn)] }
}

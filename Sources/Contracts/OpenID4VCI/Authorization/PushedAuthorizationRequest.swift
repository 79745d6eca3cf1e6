// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What a wallet asks of an authorisation server before it opens the browser (RFC 9126 §2.1, OpenID4VCI §5.1, HAIP §4.3).
package struct PushedAuthorizationRequest: Sendable, Hashable {
    /// `client_id`.
    package let clientID: String
    /// `redirect_uri`: where the browser comes back to.
    package let redirectURI: String
    /// `scope`: 1 to 16 scopes.
    package let scopes: [String]
    /// `state`: ties the answer to this request; a secret of the wallet.
    package let state: String
    /// `code_challenge`, made with S256.
    package let codeChallenge: String
    /// `issuer_state` of an offer; anybody may have made it up.
    package let issuerState: String?
    /// `resource`: which credential issuer is meant, when the server serves several.
    package let resource: String?
    /// `dpop_jkt`: the key that the code is to be bound to (RFC 9449 §10).
    package let dpopThumbprint: String?

    /// A request.
    package init(
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

    /// The request that a form holds. Unknown parameters are let be (OpenID4VCI §5.1.3).
    ///
    /// - Throws: ``EndpointError`` with the code to answer with.
    package init(_ form: FormParameters) throws(EndpointError) {
        // §2.1: a request URI cannot be pushed again, and request objects are not spoken here.
        guard form["request_uri"] == nil, form["request"] == nil else {
            throw EndpointError(.invalidRequest, "request objects are not taken")
        }
        do throws(MalformedMessage) {
            let responseType = try form.token("response_type", maximum: 64)
            clientID = try form.token("client_id", maximum: 512)
            redirectURI = try form.token("redirect_uri")
            state = try form.token("state", maximum: 512)
            codeChallenge = try form.token("code_challenge", maximum: 128)
            let method = try form.token("code_challenge_method", maximum: 16)
            scopes = try form.token("scope", maximum: 4096).split(separator: " ").map(String.init)
            issuerState = try form.optionalToken("issuer_state", maximum: 4096)
            resource = try form.optionalToken("resource")
            dpopThumbprint = try form.optionalToken("dpop_jkt", maximum: 64)
            guard responseType == "code" else { throw MalformedMessage("response_type") }
            guard method == CodeVerifier.method, CodeVerifier.isChallenge(codeChallenge) else { throw MalformedMessage("code_challenge") }
        } catch {
            throw EndpointError(error.reason == "response_type" ? .unsupportedResponseType : .invalidRequest, error.reason)
        }
        guard (1...16).contains(scopes.count), Set(scopes).count == scopes.count else { throw EndpointError(.invalidScope, "scope") }
    }

    /// The form to send.
    package var form: FormParameters {
        FormParameters([
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI), ("scope", scopes.joined(separator: " ")),
            ("state", state), ("code_challenge", codeChallenge), ("code_challenge_method", CodeVerifier.method),
            ("issuer_state", issuerState), ("resource", resource), ("dpop_jkt", dpopThumbprint),
        ])
    }
}

/// The answer to it (RFC 9126 §2.2): status 201.
package struct PushedAuthorizationResponse: JSONMessage {
    /// `request_uri`: to be used once.
    package let requestURI: String
    /// `expires_in`, in seconds, 1…86 400.
    package let expiresIn: Int64

    /// An answer.
    package init(requestURI: String, expiresIn: Int64) {
        self.requestURI = requestURI
        self.expiresIn = expiresIn
    }

    /// The answer that an object holds.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        requestURI = try members.token("request_uri", maximum: 512)
        expiresIn = try members.integer("expires_in", 1...86_400)
    }

    /// The object to send.
    package var json: JSONObject { ["request_uri": .string(requestURI), "expires_in": .integer(expiresIn)] }
}

// SPDX-License-Identifier: EUPL-1.2

/// A wallet's request for an access token (RFC 6749 §4.1.3, RFC 7636 §4.5, OpenID4VCI §6.1).
@nonexhaustive public enum TokenRequest: Sendable, Hashable {
    /// The code of an authorisation in the browser.
    case authorizationCode(code: String, codeVerifier: CodeVerifier, redirectURI: String)
    /// The code of an offer, with the transaction code that the user received separately.
    case preAuthorizedCode(code: String, transactionCode: String?)

    /// Reads a form. Unknown parameters are ignored.
    ///
    /// - Throws: ``EndpointError`` with the code for the response.
    public init(_ form: FormParameters) throws(EndpointError) {
        do throws(MalformedMessage) {
            switch GrantType(rawValue: try form.token("grant_type", maximum: Members.maximumNameBytes)) {
            case .authorizationCode?:
                // These parameters belong to the other grant type (OpenID4VCI §6.1).
                guard form["tx_code"] == nil, form["pre-authorized_code"] == nil else { throw MalformedMessage("parameters of two grants") }
                self = .authorizationCode(
                    code: try form.token("code"),
                    codeVerifier: try CodeVerifier(parsing: form.token("code_verifier", maximum: CodeVerifier.maximumBytes)),
                    redirectURI: try form.token("redirect_uri"))
            case .preAuthorizedCode?:
                guard form["code"] == nil, form["code_verifier"] == nil else { throw MalformedMessage("parameters of two grants") }
                self = .preAuthorizedCode(
                    code: try form.token("pre-authorized_code", maximum: Members.maximumCodeBytes),
                    transactionCode: try form.optionalToken("tx_code", maximum: Members.maximumWordBytes))
            case nil: throw MalformedMessage("grant_type")
            }
        } catch {
            throw EndpointError(error.reason == "grant_type" ? .unsupportedGrantType : .invalidRequest, error.reason)
        }
    }

    /// The request as a form.
    public func form(clientID: String, resource: String? = nil) -> FormParameters {
        switch self {
        case .authorizationCode(let code, let verifier, let redirectURI):
            FormParameters([
                ("grant_type", GrantType.authorizationCode.rawValue), ("client_id", clientID), ("code", code),
                ("code_verifier", verifier.text), ("redirect_uri", redirectURI), ("resource", resource),
            ])
        case .preAuthorizedCode(let code, let transactionCode):
            FormParameters([
                ("grant_type", GrantType.preAuthorizedCode.rawValue), ("client_id", clientID), ("pre-authorized_code", code),
                ("tx_code", transactionCode), ("resource", resource),
            ])
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import HSM
import JOSE
import JSON
package import OpenID4VCI

/// A function that sends a request and returns the answer. It follows no redirects and limits time and size.
package typealias Fetch = @Sendable (IssuanceRequest) async throws -> IssuanceResponse

/// The issuer as a client of the login provider (OpenID Connect Core 1.0 with the code flow, PKCE, and private_key_jwt).
package struct LoginClient: Sendable {
    /// The login provider's issuer identifier.
    package let provider: HTTPSURL
    /// The issuer's client id at the login provider.
    package let clientID: String
    private let redirectURI: HTTPSURL
    private let hsm: any HSM
    private let key: WrappedKey
    private let fetch: Fetch
    private let metadata: LoginMetadataCache
    private let random: @Sendable (_ count: Int) -> [UInt8]

    /// The associated data of the client's key in the HSM.
    static let binding = Array("pid-issuer/login-client/1".utf8)
    /// The claim that contains the citizen service number.
    static let numberClaim = "bsn"
    /// Tolerated clock difference, in seconds.
    static let leeway: Int64 = 60

    /// - Parameters:
    ///   - issuer: the credential issuer, to whose address browsers return.
    ///   - key: from ``makeKey(in:)``; its public key is registered with the provider.
    package init(
        provider: HTTPSURL, clientID: String, issuer: HTTPSURL, hsm: any HSM, key: WrappedKey, fetch: @escaping Fetch,
        random: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.provider = provider
        self.clientID = clientID
        redirectURI = Self.redirectURI(of: issuer)
        self.hsm = hsm
        self.key = key
        self.fetch = fetch
        self.random = random
        metadata = LoginMetadataCache(provider: provider, fetch: fetch)
    }

    /// Returns the address to which the provider redirects browsers.
    package static func redirectURI(of issuer: HTTPSURL) -> HTTPSURL { HTTPSURL(issuer.text + IssuerPath.callback.rawValue) ?? issuer }

    /// Creates a key for client authentication.
    ///
    /// - Throws: `HSMError`.
    package static func makeKey(in hsm: any HSM) async throws(HSMError) -> WrappedKey { try await hsm.makeWalletKey(boundTo: binding) }

    /// Starts a login and returns the address to which the browser is redirected.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: ``LoginFault``.
    func start(now: Int64) async throws -> (address: HTTPSURL, state: String, attempt: LoginAttempt) {
        let endpoint = try await metadata.current(now: now).authorizationEndpoint
        let state = Base64URL.encode(random(32))
        let attempt = LoginAttempt(nonce: Base64URL.encode(random(32)), codeVerifier: CodeVerifier(random: random(32)))
        let query = FormParameters([
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI.text), ("scope", "openid"), ("state", state),
            ("nonce", attempt.nonce), ("code_challenge", attempt.codeVerifier.challenge), ("code_challenge_method", CodeVerifier.method),
        ])
        guard let address = HTTPSURL(endpoint.text + "?" + query.encoded) else { throw LoginFault.provider("its address is too long") }
        return (address, state, attempt)
    }

    /// Completes a login.
    ///
    /// - Parameters:
    ///   - query: the parameters from the browser. The caller has matched their `state` already.
    ///   - now: seconds since 1970.
    /// - Returns: the citizen service number of the person.
    /// - Throws: ``LoginFault``.
    func finish(_ query: FormParameters, _ attempt: LoginAttempt, now: Int64) async throws -> String {
        // RFC 9207: a code of a different provider must not be sent to this provider.
        guard query["iss"] == provider.text else { throw LoginFault.provider("iss is missing or another one") }
        switch (query["code"], query["error"]) {
        case (let code?, nil): return try await redeem(code, attempt, now)
        case (nil, let error?):
            // The person cancelled or did not respond in time. All other errors count as a failed login.
            throw ["access_denied", "interaction_required"].contains(error) ? LoginFault.stopped : .failed
        default: throw LoginFault.provider("both or neither of code and error")
        }
    }

    private func redeem(_ code: String, _ attempt: LoginAttempt, _ now: Int64) async throws -> String {
        let metadata = try await metadata.current(now: now)
        let assertion = try await UnsignedJWT(
            header: ["alg": "ES256", "typ": "JWT"],
            claims: [
                "iss": .string(clientID), "sub": .string(clientID), "aud": .string(provider.text),
                "jti": .string(Base64URL.encode(random(16))),
                "iat": .integer(now), "exp": .integer(now + 60),
            ]
        ).signed { try await hsm.sign($0, withWrapped: key.wrapped, boundTo: Self.binding) }
        let form = FormParameters([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI.text), ("client_id", clientID),
            ("code_verifier", attempt.codeVerifier.text),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"), ("client_assertion", assertion),
        ])
        let response = try await fetchFromProvider(
            IssuanceRequest(
                method: .post, url: metadata.tokenEndpoint,
                headers: HeaderFields([.init("Content-Type", FormParameters.mediaType), .init("Accept", "application/json")]),
                body: Array(form.encoded.utf8)))
        guard response.status == 200, case .string(let token)? = (try? JSONObject(parsing: response.body))?["id_token"] else {
            throw LoginFault.provider("the code was not taken")
        }
        return try await IDToken(provider: provider, clientID: clientID, nonce: attempt.nonce).number(
            in: token, now: now
        ) { try await self.metadata.key($0, now: now) }
    }

    private func fetchFromProvider(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        do {
            return try await fetch(request)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw LoginFault.unreachable
        }
    }
}

/// The secrets of one login.
struct LoginAttempt: Codable, Sendable {
    let nonce: String
    let codeVerifier: CodeVerifier
}

/// The reason why a login failed.
enum LoginFault: Error, Hashable, Sendable {
    /// The person cancelled the login or let it expire.
    case stopped
    /// The login provider did not authenticate the person.
    case failed
    /// The login provider is unreachable.
    case unreachable
    /// The login provider violates the protocol. The reason contains no received data.
    case provider(String)
}

// SPDX-License-Identifier: EUPL-1.2

package import OpenID4VCI
package import OpenID4VCIIssuer
package import SDJWT
package import StatusList

/// The wallets of one kind, from one provider, that the issuer serves. Attestations and status lists of other providers have no effect on
/// them.
package struct AcceptedWallets: Sendable {
    /// The provider that attests the wallets, and the origin of its status lists.
    package let provider: AttestationProvider
    /// The `client_id` of the wallets.
    package let clientID: String
    /// The addresses to which a browser may return.
    package let redirectURIs: Set<String>
    /// Returns the status of a wallet's attestation, see ``WalletStatuses``; nil disables the status check. Throws ``WalletStatusUnknown``.
    package let status: (@Sendable (_ reference: StatusListReference, _ now: Int64) async throws -> TokenStatus)?

    /// - Parameters:
    ///   - issuer: `iss` of the attestations.
    ///   - trust: the roots of the provider's certificates.
    ///   - statusOrigin: `https://host[:port]` of the provider's status lists; nil for the origin of `issuer`.
    package init(
        clientID: String, redirectURIs: Set<String>, issuer: String, trust: IssuerTrust, statusOrigin: String? = nil,
        status: (@Sendable (_ reference: StatusListReference, _ now: Int64) async throws -> TokenStatus)? = nil
    ) {
        provider = AttestationProvider(
            issuer: issuer, clientID: clientID, trust: trust, statusOrigin: statusOrigin ?? HTTPSURL(issuer)?.origin ?? issuer)
        self.clientID = clientID
        self.redirectURIs = redirectURIs
        self.status = status
    }
}

/// The operator's settings of an issuer.
package struct IssuerConfiguration: Sendable {
    /// `https://host[:port]`: the identifier of issuer and authorisation server, as wallets see it.
    package let issuer: HTTPSURL
    /// The wallets that are served, by `client_id`.
    package let wallets: [String: AcceptedWallets]
    /// Validity of a credential, in seconds. A credential is valid until the end of the day in the issuer's zone that is this many whole
    /// days after the day of issuance.
    package let credentialLifetime: Int64
    /// The maximum number of keys in one request.
    package let batchSize: Int
    /// The required key attestation (OpenID4VCI appendix D); nil if none is required.
    package let keyAttestation: KeyAttestationRequirement?
    /// The issuer's emblem.
    package let emblem: PIDEmblem
    /// Lifetime of a pushed request until the browser opens it, in seconds.
    package static let pushedLifetime: Int64 = 90
    /// Maximum duration of a login, in seconds.
    package static let loginLifetime: Int64 = 15 * 60
    /// Lifetime of an authorization code, in seconds.
    package static let codeLifetime: Int64 = 60
    /// Lifetime of an access token, in seconds: enough time to read the preview and enter the PIN.
    package static let tokenLifetime: Int64 = 15 * 60
    /// The maximum number of credential requests per access token: each kind once for the preview and once to keep, plus retries.
    package static let requestsForToken = 16
    /// The number of wrong transaction codes that ends an offer (OpenID4VCI §13.6).
    package static let triesForOffer = 3

    /// Creates the settings for an issuer.
    ///
    /// - Parameters:
    ///   - issuer: without path and query.
    ///   - wallets: each `client_id` once, because it belongs to one provider.
    ///   - credentialLifetime: 1 hour to 10 years; 90 days by default.
    ///   - batchSize: 2…100; 10 by default.
    ///   - keyAttestation: the required key attestation; nil if none is required.
    ///   - emblem: the issuer's emblem; a crown by default.
    /// - Throws: ``IssuerConfigurationError`` naming the first violated rule.
    package init(
        issuer: HTTPSURL, wallets: [AcceptedWallets], credentialLifetime: Int64 = 90 * 86_400, batchSize: Int = 10,
        keyAttestation: KeyAttestationRequirement? = nil, emblem: PIDEmblem = .crown
    ) throws(IssuerConfigurationError) {
        guard issuer.path.isEmpty, issuer.query == nil else {
            throw IssuerConfigurationError("the issuer's address is https://host[:port], without a path")
        }
        guard (3600...3650 * 86_400).contains(credentialLifetime) else {
            throw IssuerConfigurationError("a credential is valid for 1 hour to 10 years")
        }
        guard (2...100).contains(batchSize) else { throw IssuerConfigurationError("a batch has 2 to 100 keys") }
        guard Set(wallets.map(\.clientID)).count == wallets.count else {
            throw IssuerConfigurationError("a client_id is of one wallet provider, and named once")
        }
        self.issuer = issuer
        self.wallets = Dictionary(wallets.map { ($0.clientID, $0) }, uniquingKeysWith: { first, _ in first })
        self.credentialLifetime = credentialLifetime
        self.batchSize = batchSize
        self.keyAttestation = keyAttestation
        self.emblem = emblem
    }
}

/// A violated rule of the configuration.
package struct IssuerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension IssuerConfiguration {
    private func url(_ path: String) -> HTTPSURL { HTTPSURL(issuer.text + path) ?? issuer }

    /// Returns the address of an endpoint.
    func url(of path: IssuerPath) -> HTTPSURL { url(path.rawValue) }

    /// The metadata of the credential issuer (OpenID4VCI §12.2).
    var metadata: CredentialIssuerMetadata {
        CredentialIssuerMetadata(
            issuer: issuer, credentialEndpoint: url(of: .credential), nonceEndpoint: url(of: .nonce),
            notificationEndpoint: url(of: .notification), batchSize: batchSize, display: PIDDisplay.issuer(with: emblem),
            configurations: PIDKind.allCases.map { $0.configuration(keyAttestation, with: emblem) })
    }

    /// The metadata of the authorisation server (RFC 8414).
    var serverMetadata: AuthorizationServerMetadata {
        AuthorizationServerMetadata(
            issuer: issuer, authorizationEndpoint: url(of: .authorize), tokenEndpoint: url(of: .token),
            pushedAuthorizationRequestEndpoint: url(of: .pushedAuthorization), challengeEndpoint: url(of: .challenge),
            grantTypes: [.authorizationCode, .preAuthorizedCode])
    }
}

/// The paths of the issuer's endpoints.
enum IssuerPath: String, Sendable, CaseIterable {
    case issuerMetadata = "/.well-known/openid-credential-issuer"
    case serverMetadata = "/.well-known/oauth-authorization-server"
    case keyMetadata = "/.well-known/jwt-vc-issuer"
    case keys = "/jwks.json"
    case challenge = "/challenge"
    case pushedAuthorization = "/par"
    case authorize = "/authorize"
    case callback = "/callback"
    case token = "/token"
    case nonce = "/nonce"
    case credential = "/credential"
    case notification = "/notification"
}

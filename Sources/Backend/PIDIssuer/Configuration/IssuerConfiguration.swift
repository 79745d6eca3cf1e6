// SPDX-License-Identifier: EUPL-1.2

package import OpenID4VCI
package import SDJWT
package import StatusList

/// Which wallets are served: those of one kind, by one provider. What another provider says, signs or publishes does not concern them.
package struct AcceptedWallets: Sendable {
    /// Who attests them, and where their statuses stand.
    package let provider: AttestationProvider
    /// `client_id`.
    package let clientID: String
    /// Where browsers may come back to.
    package let redirectURIs: Set<String>
    /// Looks up the status of a wallet's attestation, see ``WalletStatuses``; nil where no status is looked at. Throws
    /// ``WalletStatusUnknown``.
    package let status: (@Sendable (_ reference: StatusListReference, _ now: Int64) async throws -> TokenStatus)?

    /// Wallets.
    ///
    /// - Parameters:
    ///   - issuer: `iss` of their attestations.
    ///   - trust: the roots of their provider's certificates.
    ///   - statusOrigin: `https://host[:port]` of their provider's status lists; nil for that of `issuer`.
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

/// What an operator decides about an issuer.
package struct IssuerConfiguration: Sendable {
    /// `https://host[:port]`: the identifier of issuer and authorisation server, as wallets see it.
    package let issuer: HTTPSURL
    /// Which wallets are served, by `client_id`.
    package let wallets: [String: AcceptedWallets]
    /// How long a credential is valid, in seconds.
    package let credentialLifetime: Int64
    /// The most keys in one request.
    package let batchSize: Int
    /// What keys must be attested with (OpenID4VCI appendix D); nil when they need not be.
    package let keyAttestation: KeyAttestationRequirement?
    /// How long a pushed request waits for its browser, in seconds.
    package static let pushedLifetime: Int64 = 90
    /// How long a login may take.
    package static let loginLifetime: Int64 = 15 * 60
    /// How long a code is good.
    package static let codeLifetime: Int64 = 60
    /// How long an access token is good: as long as somebody may look at the preview and find their PIN.
    package static let tokenLifetime: Int64 = 15 * 60
    /// How often credentials may be asked for with one access token: each kind for the preview and for good, with room for what gets lost.
    package static let requestsForToken = 16
    /// How many wrong transaction codes end an offer (OpenID4VCI §13.6).
    package static let triesForOffer = 3

    /// Settings for an issuer.
    ///
    /// - Parameters:
    ///   - issuer: without path and query.
    ///   - wallets: each `client_id` once: it is one provider's.
    ///   - credentialLifetime: 90 days unless told; 1 hour to 10 years.
    ///   - batchSize: 2…100; 10 unless told.
    /// - Throws: ``IssuerConfigurationError`` with the first rule that is broken.
    package init(
        issuer: HTTPSURL, wallets: [AcceptedWallets], credentialLifetime: Int64 = 90 * 86_400, batchSize: Int = 10,
        keyAttestation: KeyAttestationRequirement? = nil
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
    }
}

/// A rule of the configuration that is broken.
package struct IssuerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension IssuerConfiguration {
    private func url(_ path: String) -> HTTPSURL { HTTPSURL(issuer.text + path) ?? issuer }

    /// The address of an endpoint.
    func url(of path: IssuerPath) -> HTTPSURL { url(path.rawValue) }

    /// What the credential issuer publishes (OpenID4VCI §12.2).
    var metadata: CredentialIssuerMetadata {
        CredentialIssuerMetadata(
            issuer: issuer, credentialEndpoint: url(of: .credential), nonceEndpoint: url(of: .nonce),
            notificationEndpoint: url(of: .notification), batchSize: batchSize, display: PIDDisplay.issuer,
            configurations: PIDKind.allCases.map { $0.configuration(keyAttestation) })
    }

    /// What the authorisation server publishes (RFC 8414).
    var serverMetadata: AuthorizationServerMetadata {
        AuthorizationServerMetadata(
            issuer: issuer, authorizationEndpoint: url(of: .authorize), tokenEndpoint: url(of: .token),
            pushedAuthorizationRequestEndpoint: url(of: .pushedAuthorization), challengeEndpoint: url(of: .challenge),
            grantTypes: [.authorizationCode, .preAuthorizedCode])
    }
}

/// The addresses of the issuer.
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

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import SDJWT

/// One issuance: its issuer, its wallet, and the valid answer of each endpoint.
enum FuzzIssuance {
    static let issuer = url("https://issuer.example/tenant")
    static let server = url("https://login.example")
    static let clientID = "https://wallet.example/app"
    static let redirectURI = "https://wallet.example/back"
    static let offerURL = url("https://issuer.example/offer")
    static let transactionCode = "493536"

    /// Random bytes that everyone knows, so that the input can contain them.
    static func random(_ count: Int) -> [UInt8] { [UInt8](repeating: 7, count: count) }

    static func url(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("not an address: \(text)") }
        return url
    }

    static let metadata = CredentialIssuerMetadata(
        issuer: issuer, authorizationServers: [server], credentialEndpoint: url("https://issuer.example/credential"),
        nonceEndpoint: url("https://issuer.example/nonce"), notificationEndpoint: url("https://issuer.example/notification"), batchSize: 4,
        display: [IssuerDisplay(name: "Issuer", locale: "en")],
        configurations: [
            CredentialConfiguration(
                identifier: "pid", format: .sdJWT(type: "urn:eudi:pid:1"), scope: "pid", signingAlgorithms: ["ES256"],
                bindingMethods: ["jwk"], proofAlgorithms: ["ES256"])
        ])

    static let serverMetadata = AuthorizationServerMetadata(
        issuer: server, authorizationEndpoint: url("https://login.example/authorize"), tokenEndpoint: url("https://login.example/token"),
        pushedAuthorizationRequestEndpoint: url("https://login.example/par"), challengeEndpoint: url("https://login.example/challenge"),
        grantTypes: GrantType.allCases)

    static let trust = IssuerTrust.certificates(roots: [FuzzParties.root])

    // MARK: The wallet

    static let dpopKey = FuzzParties.key(0x31)
    static let instanceKey = FuzzParties.key(0x32)
    /// The keys for which the wallet asks for credentials.
    static let credentialKeys = [FuzzParties.key(0x33), FuzzParties.key(0x34)]

    static let attestation = WalletAttestation(
        issuer: "https://provider.example", clientID: clientID, key: JWK(instanceKey.publicKey), issuedAt: FuzzParties.now,
        expiresAt: FuzzParties.now + 3600, walletName: "Wallet")

    /// The attestation, signed by the signer below the authority.
    static let signedAttestation = FuzzParties.made {
        let chain = [FuzzParties.signerCertificate, FuzzParties.authorityCertificate].map(FuzzParties.der)
        let token = attestation.unsigned(certificates: chain)
        return try token.signed(with: FuzzParties.sign(token.signingInput, with: FuzzParties.signerKey))
    }

    // MARK: The answers

    /// The body of the valid answer; at the authorisation endpoint the address with which the browser returns.
    static func body(of endpoint: IssuanceEndpoint) -> [UInt8] {
        switch endpoint {
        case .offer: offer.body
        case .issuerMetadata: metadata.body
        case .serverMetadata: serverMetadata.body
        case .challenge: ChallengeResponse(challenge: "challenge-1").body
        case .pushedAuthorization: PushedAuthorizationResponse(requestURI: "urn:ietf:params:oauth:request_uri:1", expiresIn: 60).body
        case .authorization:
            Array(
                AuthorizationResponse.code("code-1")
                    .redirect(to: redirectURI, state: Base64URL.encode(random(32)), issuer: server).utf8)
        case .token: TokenResponse(accessToken: "token-1", expiresIn: 300).body
        case .nonce: NonceResponse(nonce: "nonce-1").body
        case .credential: CredentialResponse.issued(credentials: ["a.b.c~", "d.e.f~"], notificationID: "notification-1").body
        case .notification: []
        }
    }

    /// The status of the valid answer.
    static func status(of endpoint: IssuanceEndpoint) -> Int {
        switch endpoint {
        case .pushedAuthorization: 201
        case .notification: 204
        case .offer, .issuerMetadata, .serverMetadata, .challenge, .authorization, .token, .nonce, .credential: 200
        }
    }

    /// An offer of one kind of credential, for which the user logs in.
    static let offer = CredentialOffer(issuer: issuer, configurationIDs: ["pid"], authorizationCode: .init(issuerState: "state-1"))

    /// An offer with a code and a transaction code.
    static let preAuthorizedOffer = CredentialOffer(
        issuer: issuer, configurationIDs: ["pid"],
        preAuthorizedCode: .init(code: "code-1", transactionCode: TransactionCodeDescription(length: transactionCode.count)))
}

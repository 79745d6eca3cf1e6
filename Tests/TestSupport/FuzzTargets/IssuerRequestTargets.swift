// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer

/// An issuer and its authorization server, whose endpoints receive the input as a request.
extension FuzzTarget {
    static let pushedRequest = FuzzTarget(
        "issuer-request-pushed-authorization", mutations: 60,
        seeds: {
            let pushed = PushedAuthorizationRequest(
                clientID: FuzzIssuance.clientID, redirectURI: FuzzIssuance.redirectURI, scopes: ["pid"], state: "state-1",
                codeChallenge: HostileWallet.verifier.challenge, issuerState: nil, resource: FuzzIssuance.issuer.text)
            let request = IssuanceRequest.post(pushed.form, to: HostileWallet.url(of: .pushedAuthorization))
            let authenticated = try HostileWallet.authenticated(request)
            return try [HostileWallet.bound(authenticated), authenticated, HostileWallet.bound(request)].map(HostileWallet.bytes)
        },
        run: { input async throws(FuzzFinding) in
            let request = HostileWallet.request(input, to: .pushedAuthorization)
            return try await HostileWallet.answers(at: .pushedAuthorization) {
                let pushed = try await HostileWallet.authorization.pushed(request, now: FuzzParties.now, checks: HostileWallet.checks)
                try FuzzFinding.unless(
                    pushed.sender.attestation == FuzzIssuance.attestation, "an attestation that its provider did not sign")
                try FuzzFinding.unless(
                    pushed.request.redirectURI == FuzzIssuance.redirectURI && pushed.request.scopes == ["pid"],
                    "a redirect or a scope that is not the wallet's")
            }
        })

    /// A token request for a code of the seeds' wallet.
    static let tokenRequest = FuzzTarget(
        "issuer-request-token", mutations: 60,
        seeds: {
            let token = TokenRequest.authorizationCode(
                code: "code-1", codeVerifier: HostileWallet.verifier, redirectURI: FuzzIssuance.redirectURI)
            let form = token.form(clientID: FuzzIssuance.clientID, resource: FuzzIssuance.issuer.text)
            let request = IssuanceRequest.post(form, to: HostileWallet.url(of: .token))
            let authenticated = try HostileWallet.authenticated(request)
            return try [HostileWallet.bound(authenticated), authenticated, HostileWallet.bound(request)].map(HostileWallet.bytes)
        },
        run: { input async throws(FuzzFinding) in
            let request = HostileWallet.request(input, to: .token)
            return try await HostileWallet.answers(at: .token) {
                let (token, sender) = try await HostileWallet.authorization.token(
                    request, now: FuzzParties.now, checks: HostileWallet.checks)
                let grant = CodeGrant(
                    clientID: FuzzIssuance.clientID, instanceThumbprint: JWK(FuzzIssuance.instanceKey.publicKey).thumbprint,
                    redirectURI: FuzzIssuance.redirectURI, codeChallenge: HostileWallet.verifier.challenge, dpopThumbprint: nil,
                    expiresAt: FuzzParties.now + 60)
                try grant.check(token, from: sender, now: FuzzParties.now)
                try FuzzFinding.unless(sender.attestation == FuzzIssuance.attestation, "an attestation that its provider did not sign")
                try FuzzFinding.unless(
                    sender.dpopThumbprint == HostileWallet.grant.dpopThumbprint, "a token for a key that has signed nothing")
            }
        })

    /// A credential request. An order has keys of the seeds' wallet only, and used up the issuer's nonce.
    static let credentialRequest = FuzzTarget(
        "issuer-request-credential", mutations: 60,
        seeds: {
            let attested = try HostileWallet.proofs(keyAttestation: HostileWallet.keyAttestation())
            return try [HostileWallet.proofs(), Array(attested.prefix(1)), []].map { proofs in
                let body = CredentialRequest(subject: .configuration("pid"), proofs: proofs).body
                let request = IssuanceRequest.post(body, to: HostileWallet.url(of: .credential))
                return HostileWallet.bytes(try HostileWallet.bound(request, accessToken: HostileWallet.accessToken))
            }
        },
        run: { input async throws(FuzzFinding) in
            let request = HostileWallet.request(input, to: .credential)
            return try await HostileWallet.answers(at: .credential) {
                try await authorize(request)
                var usedNonces: [String] = []
                let order = try await HostileWallet.credentials.credential(
                    request, grant: HostileWallet.grant, now: FuzzParties.now,
                    useNonce: { nonce in
                        usedNonces.append(nonce)
                        return nonce == HostileWallet.nonce
                    })
                let keys = Set(FuzzIssuance.credentialKeys.map { JWK($0.publicKey) })
                try FuzzFinding.unless(
                    !order.keys.isEmpty && keys.isSuperset(of: order.keys) && Set(order.keys).count == order.keys.count,
                    "a credential for a key that has signed nothing")
                try FuzzFinding.unless(usedNonces == [HostileWallet.nonce], "a credential without a nonce of the issuer")
            }
        })

    static let notificationRequest = FuzzTarget(
        "issuer-request-notification", mutations: 60,
        seeds: {
            let body = NotificationRequest(identifier: "notification-1", event: .accepted).body
            let request = IssuanceRequest.post(body, to: HostileWallet.url(of: .notification))
            return try [HostileWallet.bound(request, accessToken: HostileWallet.accessToken), HostileWallet.bound(request), request]
                .map(HostileWallet.bytes)
        },
        run: { input async throws(FuzzFinding) in
            let request = HostileWallet.request(input, to: .notification)
            return try await HostileWallet.answers(at: .notification) {
                try await authorize(request)
                let notification = try HostileWallet.credentials.notification(request)
                let again = try? NotificationRequest(parsing: notification.body)
                try FuzzFinding.unless(again == notification, "a notification that is not read as it was written")
            }
        })

    /// Checks the access token and the proof of its key.
    private static func authorize(_ request: IssuanceRequest) async throws {
        let token = try HostileWallet.credentials.accessToken(of: request)
        guard token == HostileWallet.accessToken else { throw EndpointError(.invalidToken, "an unknown token") }
        try await HostileWallet.credentials.authorize(
            request, token: token, grant: HostileWallet.grant, now: FuzzParties.now, checks: HostileWallet.checks)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer

/// An issuer's endpoints, to which a wallet sends anything.
///
/// A request is in parts: its body, and then its header fields as `Name: value`. The keys of `FuzzIssuance` sign the seeds only. A request that is
/// accepted must therefore have the seeds' tokens, signed by these keys, whatever else the fuzzer has changed.
enum HostileWallet {
    /// The seeds' access token.
    static let accessToken = "token-1"
    /// The issuer's nonce.
    static let nonce = "nonce-1"
    static let verifier = CodeVerifier(random: FuzzIssuance.random(32))

    static let authorization = AuthorizationServerChecks(
        attestation: ClientAttestationVerifier(trust: FuzzIssuance.trust, audience: FuzzIssuance.server), scopes: ["pid"],
        resources: [FuzzIssuance.issuer.text], mayRedirect: { $0 == FuzzIssuance.clientID && $1 == FuzzIssuance.redirectURI })

    static let credentials = CredentialIssuerChecks(metadata: FuzzIssuance.metadata, keyAttestationTrust: FuzzIssuance.trust)

    /// Every token is used for the first time.
    static let checks = OneTimeChecks { _, _ in true }

    /// The record of the access token.
    static let grant = AccessGrant(
        clientID: FuzzIssuance.clientID, dpopThumbprint: JWK(FuzzIssuance.dpopKey.publicKey).thumbprint,
        expiresAt: FuzzParties.now + 300, configurationIDs: ["pid"])

    /// The address of an endpoint, as the issuer publishes it.
    static func url(of endpoint: IssuanceEndpoint) -> HTTPSURL {
        switch endpoint {
        case .pushedAuthorization: FuzzIssuance.url("https://login.example/par")
        case .token: FuzzIssuance.url("https://login.example/token")
        case .notification: FuzzIssuance.url("https://issuer.example/notification")
        default: FuzzIssuance.url("https://issuer.example/credential")
        }
    }

    /// The request that any bytes are.
    static func request(_ input: [UInt8], to endpoint: IssuanceEndpoint) -> IssuanceRequest {
        let parts = FuzzParts.split(input, atMost: 16)
        var headers = HeaderFields()
        for part in parts.dropFirst() {
            let sides = String(decoding: part, as: UTF8.self).split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
        }
        return IssuanceRequest(method: .post, url: url(of: endpoint), headers: headers, body: parts.first ?? [])
    }

    /// The bytes of a request.
    static func bytes(_ request: IssuanceRequest) -> [UInt8] {
        FuzzParts.join([request.body] + request.headers.fields.map { Array("\($0.name): \($0.value)".utf8) })
    }

    /// Runs an endpoint. Only the module's error is thrown, and a response can be made of it.
    static func answers(
        at endpoint: IssuanceEndpoint, _ body: () async throws -> Void
    ) async throws(FuzzFinding) -> FuzzOutcome {
        do {
            try await body()
            return .accepted
        } catch let error as EndpointError {
            let response = error.response(at: endpoint, dpopNonce: "nonce", challenge: "challenge")
            try FuzzFinding.unless((400...599).contains(response.status), "a refusal with the status of a success")
            return .refused
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            throw FuzzFinding("an error that is not the module's")
        }
    }

    // MARK: Seeds

    /// A request with a DPoP proof.
    static func bound(_ request: IssuanceRequest, accessToken: String? = nil) throws -> IssuanceRequest {
        let proof = DPoPProof.unsigned(
            key: JWK(FuzzIssuance.dpopKey.publicKey), method: request.method, url: request.url, identifier: "dpop-1",
            issuedAt: FuzzParties.now, accessToken: accessToken)
        var request = request
        if let accessToken { request.headers.append("Authorization", "DPoP \(accessToken)") }
        request.headers.append("DPoP", try proof.signed(with: FuzzParties.sign(proof.signingInput, with: FuzzIssuance.dpopKey)))
        return request
    }

    /// A request with the wallet's attestation and its proof.
    static func authenticated(_ request: IssuanceRequest) throws -> IssuanceRequest {
        let proof = AttestationProof.unsigned(
            clientID: FuzzIssuance.clientID, audience: FuzzIssuance.server, identifier: "proof-1", issuedAt: FuzzParties.now)
        var request = request
        request.headers.append("OAuth-Client-Attestation", FuzzIssuance.signedAttestation)
        request.headers.append(
            "OAuth-Client-Attestation-PoP",
            try proof.signed(with: FuzzParties.sign(proof.signingInput, with: FuzzIssuance.instanceKey)))
        return request
    }

    /// Proofs for the keys of the credentials.
    static func proofs(keyAttestation: String? = nil) throws -> [String] {
        let configuration = FuzzIssuance.metadata.configurations[0]
        let order = KeyProofOrder(
            configuration: configuration, audience: FuzzIssuance.issuer, clientID: FuzzIssuance.clientID, nonce: nonce, maximumCount: 4)
        return try FuzzIssuance.credentialKeys.map { key in
            let proof = order.unsigned(key: JWK(key.publicKey), issuedAt: FuzzParties.now, keyAttestation: keyAttestation)
            return try proof.signed(with: FuzzParties.sign(proof.signingInput, with: key))
        }
    }

    /// The wallet provider's attestation of these keys.
    static func keyAttestation() throws -> String {
        let token = KeyAttestation(
            keys: FuzzIssuance.credentialKeys.map { JWK($0.publicKey) }, issuedAt: FuzzParties.now, expiresAt: FuzzParties.now + 600,
            keyStorage: ["iso_18045_high"], nonce: nonce
        ).unsigned(certificates: [FuzzParties.signerCertificate, FuzzParties.authorityCertificate].map(FuzzParties.der))
        return try token.signed(with: FuzzParties.sign(token.signingInput, with: FuzzParties.signerKey))
    }
}

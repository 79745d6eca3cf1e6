// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
public import OpenID4VCI
public import SDJWT

/// Authenticates a wallet by its attestation and the accompanying proof (draft-ietf-oauth-attestation-based-client-auth §9). Accepts draft
/// 07 and, without `iss`, draft 08 and later.
public struct ClientAttestationVerifier: Sendable {
    /// The accepted wallet providers.
    package let providers: [AttestationProvider]
    /// The authorisation server's issuer identifier, the required audience of proofs.
    package let audience: HTTPSURL
    /// Maximum time in seconds from `iat` (or now, if absent) to `exp`.
    package let maximumLifetime: Int64
    /// The accepted age of a proof, or of the challenge in it. Its leeway applies to attestations, too.
    package let window: TokenWindow

    /// A verifier that accepts any attestation signed by a trusted signer, without restrictions on its contents.
    public init(trust: IssuerTrust, audience: HTTPSURL, maximumLifetime: Int64 = 86_400, window: TokenWindow = TokenWindow()) {
        self.init(providers: [AttestationProvider(trust: trust)], audience: audience, maximumLifetime: maximumLifetime, window: window)
    }

    /// A verifier for wallets of these providers; the maximum lifetime is 24 hours by default.
    public init(
        providers: [AttestationProvider], audience: HTTPSURL, maximumLifetime: Int64 = 86_400, window: TokenWindow = TokenWindow()
    ) {
        self.providers = providers
        self.audience = audience
        self.maximumLifetime = max(0, min(maximumLifetime, 0xFFFF_FFFF))
        self.window = window
    }

    /// Authenticates the wallet that sent a request. The caller checks the wallet's status.
    ///
    /// - Parameters:
    ///   - clientID: the client id in the request; nil if absent.
    ///   - now: seconds since 1970.
    /// - Throws: `TokenFault`, or errors of the stores. For `nonce` the server must respond with `use_attestation_challenge` and a
    ///   challenge.
    public func verify(_ headers: HeaderFields, clientID: String?, now: Int64, checks: OneTimeChecks) async throws -> WalletAttestation {
        let attestations = headers.values(FieldName.attestation)
        let proofs = headers.values(FieldName.attestationProof)
        guard attestations.count == 1, proofs.count == 1 else { throw TokenFault.missing }
        let attestation = try await verifyAttestation(attestations[0], now: now)
        if let clientID, !clientID.isExactly(attestation.clientID) { throw TokenFault.subject }

        let jwt = try ReceivedJWT(parsing: proofs[0], type: AttestationProof.type)
        try jwt.checkSignature(by: attestation.key)
        let proof = try jwt.read { (members) throws(MalformedMessage) in try ProofClaims(members) }
        if let issuer = proof.issuer, !issuer.isExactly(attestation.clientID) { throw TokenFault.issuer }
        guard proof.audience == .string(audience.text) || proof.audience == .array([.string(audience.text)]) else {
            throw TokenFault.audience
        }
        let end = try await proof.time.check(in: window, nonceTime: checks.challengeTime, now: now)
        let identifier = "attestation-proof:" + attestation.key.thumbprint + ":" + digest(of: proof.identifier)
        guard try await checks.use(identifier, end) else { throw TokenFault.replayed }
        return attestation
    }

    /// Verifies an attestation alone: signed by the provider that it names, valid now, with a status at that provider's origin.
    ///
    /// - Throws: `TokenFault`; `issuer` if the provider is unknown or the status list is not the provider's.
    public func verifyAttestation(_ text: String, now: Int64) async throws(TokenFault) -> WalletAttestation {
        let jwt = try ReceivedJWT(parsing: text, type: WalletAttestation.type)
        let provider = try await provider(of: jwt, now: now)
        let attestation = try WalletAttestation(jwt)
        guard provider.publishes(attestation.status) else { throw .issuer }
        guard attestation.expiresAt > now - window.leeway else { throw .expired }
        guard attestation.issuedAt ?? 0 <= now + window.leeway, attestation.notBefore ?? 0 <= now + window.leeway else { throw .time }
        guard attestation.expiresAt - (attestation.issuedAt ?? now) <= maximumLifetime else { throw .lifetime }
        return attestation
    }

    /// The provider that the attestation names and that signed it.
    private func provider(of jwt: ReceivedJWT, now: Int64) async throws(TokenFault) -> AttestationProvider {
        var fault = TokenFault.issuer
        for provider in providers where provider.isNamed(in: jwt.claims.object) {
            do throws(SDJWTRejection) {
                _ = try await provider.trust.signer(
                    of: jwt.jws, type: WalletAttestation.type, at: Date(timeIntervalSince1970: Double(now)))
                return provider
            } catch {
                fault = error.reason == .header ? .header : .untrusted
            }
        }
        throw fault
    }

    private struct ProofClaims {
        /// `iss`; nil in proofs of draft 08 and later.
        let issuer: String?
        let identifier: String
        let audience: JSONValue?
        let time: ProofTime

        init(_ members: Members) throws(MalformedMessage) {
            issuer = try members.optionalToken("iss", maximum: Members.maximumIdentifierBytes)
            audience = members.object["aud"]
            identifier = try members.token("jti", maximum: Members.maximumNameBytes)
            time = ProofTime(
                issuedAt: try members.time("iat"), notBefore: try members.optionalTime("nbf"),
                nonce: try members.optionalToken("challenge", maximum: Members.maximumNonceBytes))
        }
    }
}

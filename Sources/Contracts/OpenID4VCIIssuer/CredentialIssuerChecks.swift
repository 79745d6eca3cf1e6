// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import OpenID4VCI
public import SDJWT

/// A credential issuer's stateless checks of wallet requests, before it issues credentials (OpenID4VCI §8, §11, appendix F.4).
public struct CredentialIssuerChecks: Sendable {
    /// The published metadata.
    package let metadata: CredentialIssuerMetadata
    /// Verifies DPoP proofs.
    package let dpop: DPoPVerifier
    /// The accepted age of a key proof, if the issuer has no nonce endpoint. Its leeway applies to key attestations, too.
    package let proofWindow: TokenWindow
    /// The trusted signers of key attestations; nil accepts no key attestation, and no kind of credential may then require one.
    package let keyAttestationTrust: IssuerTrust?
    /// Trusted signers per `client_id`, which override ``keyAttestationTrust``.
    package let keyAttestationTrusts: [String: IssuerTrust]

    /// Checks for one credential issuer.
    public init(
        metadata: CredentialIssuerMetadata, dpop: DPoPVerifier = DPoPVerifier(), proofWindow: TokenWindow = TokenWindow(),
        keyAttestationTrust: IssuerTrust? = nil, keyAttestationTrusts: [String: IssuerTrust] = [:]
    ) {
        self.metadata = metadata
        self.dpop = dpop
        self.proofWindow = proofWindow
        self.keyAttestationTrust = keyAttestationTrust
        self.keyAttestationTrusts = keyAttestationTrusts
    }

    /// A checked order of credentials.
    public struct Order: Sendable, Hashable {
        /// The kind of credential.
        public let configuration: CredentialConfiguration
        /// The data set, if requested by its identifier.
        public let dataSet: String?
        /// The keys, all different; one credential for each. Empty for a kind without key binding, of which one credential is issued.
        public let keys: [JWK]
        /// The attestation of the keys; the caller checks its status. Nil if absent.
        public let keyAttestation: KeyAttestation?
    }

    /// The access token in a request (RFC 9449 §7.1).
    ///
    /// - Throws: `EndpointError` with `invalid_token` unless there is exactly one token, of the scheme `DPoP`.
    public func accessToken(of request: IssuanceRequest) throws(EndpointError) -> String {
        let values = request.headers.values(FieldName.authorization)
        guard values.count == 1 else { throw EndpointError(.invalidToken, "not exactly one access token") }
        let parts = values[0].split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "dpop", parts[1].utf8.count <= TokenResponse.maximumTokenBytes,
            String(parts[1]).isToken68
        else {
            throw EndpointError(.invalidToken, "not a DPoP access token")
        }
        return String(parts[1])
    }

    /// Checks that an access token has not expired and that the sender has the key to which it is bound.
    ///
    /// - Parameters:
    ///   - token: the result of ``accessToken(of:)``.
    ///   - grant: the server's record of the token.
    ///   - now: seconds since 1970.
    /// - Throws: `EndpointError` with the code for the response, or errors of the stores.
    public func authorize(
        _ request: IssuanceRequest, token: String, grant: AccessGrant, now: Int64, checks: OneTimeChecks
    ) async throws {
        guard now < grant.expiresAt else { throw EndpointError(.invalidToken, "the access token has expired") }
        do {
            _ = try await dpop.verify(request, accessToken: token, boundTo: grant.dpopThumbprint, now: now, checks: checks)
        } catch let fault as TokenFault {
            throw EndpointError(fault, of: .dpop)
        }
    }

    /// Checks an authorised credential request.
    ///
    /// - Parameters:
    ///   - useNonce: returns true if a `c_nonce` is valid, and invalidates it. Called at most once and after all other checks, so that a
    ///     request refused for another reason does not use up its nonce. The nonce says how old a proof is, not the wallet's clock. Nil if
    ///     the issuer has no nonce endpoint; then `iat` is compared.
    ///   - now: seconds since 1970.
    /// - Throws: `EndpointError` with the code for the response, or errors of the stores.
    public func credential(
        _ request: IssuanceRequest, grant: AccessGrant, now: Int64, useNonce: ((_ nonce: String) async throws -> Bool)?
    ) async throws -> Order {
        guard request.method == .post, request.mediaType == MediaType.json else {
            throw EndpointError(.invalidCredentialRequest, "the media type is not application/json")
        }
        let asked = try CredentialRequest(parsing: request.body)
        let (configuration, dataSet) = try subject(asked.subject, grant)
        guard configuration.isBound else {
            guard asked.proofs.isEmpty else { throw EndpointError(.invalidProof, "proofs for a credential without key") }
            return Order(configuration: configuration, dataSet: dataSet, keys: [], keyAttestation: nil)
        }
        guard (1...min(metadata.batchSize, CredentialRequest.maximumProofs)).contains(asked.proofs.count) else {
            throw EndpointError(.invalidProof, "no proofs, or more than batch_size")
        }
        do {
            let proofs = try asked.proofs.map(ReceivedKeyProof.init(parsing:))
            let nonce = try check(proofs, grant, now, comparesClocks: useNonce == nil)
            let attestation = try await attestation(proofs, configuration, grant, now, nonce)
            // One proof with an attestation covers all attested keys (appendix F.1).
            let keys = if proofs.count == 1, let attestation { attestation.keys } else { proofs.map(\.key) }
            guard keys.count <= metadata.batchSize else { throw TokenFault.keyAttestation }
            if let useNonce {
                guard let nonce, try await useNonce(nonce) else { throw TokenFault.nonce }
            }
            return Order(configuration: configuration, dataSet: dataSet, keys: keys, keyAttestation: attestation)
        } catch let fault as TokenFault {
            throw EndpointError(fault, of: .proof)
        }
    }

    /// Reads an authorised notification. The caller checks that its identifier belongs to the token.
    ///
    /// - Throws: `EndpointError` with `invalid_notification_request`.
    public func notification(_ request: IssuanceRequest) throws(EndpointError) -> NotificationRequest {
        guard request.method == .post, request.mediaType == MediaType.json else {
            throw EndpointError(.invalidNotificationRequest, "the media type is not application/json")
        }
        do throws(MalformedMessage) {
            return try NotificationRequest(parsing: request.body, maximumBytes: NotificationRequest.maximumBytes)
        } catch {
            throw EndpointError(.invalidNotificationRequest, error.reason)
        }
    }

    private func subject(
        _ subject: CredentialRequest.Subject, _ grant: AccessGrant
    ) throws(EndpointError) -> (CredentialConfiguration, dataSet: String?) {
        switch subject {
        case .configuration(let identifier):
            // §8.2: if the token has data sets, only their identifiers may be used.
            guard grant.dataSets.isEmpty else { throw EndpointError(.invalidCredentialRequest, "credential_identifier is needed") }
            guard let configuration = metadata.configuration(identifier) else {
                throw EndpointError(.unknownCredentialConfiguration, "credential_configuration_id")
            }
            guard grant.configurationIDs.contains(where: identifier.isExactly) else {
                throw EndpointError(.insufficientScope, "the access token is for other credentials")
            }
            return (configuration, nil)
        case .dataSet(let name):
            guard let identifier = grant.dataSets[name], let configuration = metadata.configuration(identifier) else {
                throw EndpointError(.unknownCredentialIdentifier, "credential_identifier")
            }
            return (configuration, name)
        }
    }

    /// Checks the proofs and returns their common nonce; nil if they have none.
    private func check(
        _ proofs: [ReceivedKeyProof], _ grant: AccessGrant, _ now: Int64, comparesClocks: Bool
    ) throws(TokenFault) -> String? {
        var keys: Set<JWK> = []
        for proof in proofs {
            guard proof.audience.isExactly(metadata.issuer.text) else { throw .audience }
            if let issuer = proof.issuer, !issuer.isExactly(grant.clientID) { throw .issuer }
            if comparesClocks { try proofWindow.check(issuedAt: proof.issuedAt, now: now) }
            guard keys.insert(proof.key).inserted else { throw .key }
        }
        let nonces = Set(proofs.map(\.nonce))
        guard nonces.count == 1, let nonce = nonces.first else { throw .nonce }
        return nonce
    }

    /// Maximum lifetime of a key attestation in seconds, the same as for a wallet attestation.
    package static let longestKeyAttestation: Int64 = 86_400

    /// The attestation of the keys in all proofs; nil if there is none and none is required.
    private func attestation(
        _ proofs: [ReceivedKeyProof], _ configuration: CredentialConfiguration, _ grant: AccessGrant, _ now: Int64, _ nonce: String?
    ) async throws(TokenFault) -> KeyAttestation? {
        let texts = Set(proofs.map(\.keyAttestation))
        // HAIP §4.5.1: one attestation covers all keys of a request.
        guard texts.count == 1, let text = texts.first else { throw .keyAttestation }
        guard let text else {
            guard configuration.keyAttestation == nil else { throw .keyAttestation }
            return nil
        }
        guard let trust = keyAttestationTrusts[grant.clientID] ?? keyAttestationTrust else { throw .keyAttestation }
        let attestation = try await KeyAttestation(verifying: text, trust: trust, now: now, leeway: proofWindow.leeway)
        guard proofs.allSatisfy({ attestation.keys.contains($0.key) }), attestation.meets(configuration.keyAttestation ?? .init()) else {
            throw .keyAttestation
        }
        if let attested = attestation.nonce, attested != nonce { throw .nonce }
        guard let end = attestation.expiresAt, end - attestation.issuedAt <= Self.longestKeyAttestation else { throw .lifetime }
        // Key status is not checked here, so an attestation with a status, which may be revoked, is refused.
        guard attestation.status == nil else { throw .keyAttestation }
        return attestation
    }
}

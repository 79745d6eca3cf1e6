// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JOSE
import JSON
package import ProviderProtocol

extension WalletProvider {
    /// `/enroll`: returns a challenge with a new wallet id. Nothing is stored.
    ///
    /// - Parameter body: `{}`.
    /// - Returns: `{"challenge": "<JWT>"}`.
    /// - Throws: `ProviderProblem`: `malformedRequest`, `unavailable`.
    package func enroll(_ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        guard try reading(orRefuse: .malformedRequest, { try JSONObject(parsing: body) }).isEmpty else { throw .malformedRequest }
        let challenge = EnrolmentChallenge(
            walletID: WalletID(random: randomBytes), random: randomBytes(32), audience: configuration.publicURL, issuedAt: now.seconds)
        return SingleMemberAnswer(.challenge, try await sign(challenge, for: .certificate)).encode()
    }

    /// `/createwallet`: registers a device key and a PIN key.
    ///
    /// Checks message, challenge, attestation, device key's proof and PIN key's proof, in this order. As long as the challenge lives, the
    /// identical request returns the same wallet and the same deletion code.
    ///
    /// - Returns: a `RegistrationAnswer`.
    /// - Throws: `ProviderProblem`: `malformedRequest`; `instructionRejected` for a wrong audience, instruction or number, an invalid
    ///   proof, or a PIN key equal to the device key; `challengeRejected`, also if a different request has used the challenge;
    ///   `attestationRejected`; `unavailable`.
    package func createWallet(_ body: [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        let now = now
        let request = try reading(orRefuse: .malformedRequest) { try ProviderRequest(parsing: body) }
        let claims = request.message.claims
        guard claims.instruction == .createWallet, claims.audience == configuration.publicURL, claims.sequenceNumber == 1 else {
            throw .instructionRejected
        }
        let data = try reading(orRefuse: .malformedRequest) { try RegistrationData(claims.data) }
        try await checkEnrolmentChallenge(of: claims, at: now)

        let attested = try await attestedKey(data.attestation, challenge: claims.challenge)
        let deviceKey = attested.publicKey
        let proof = try proof(of: request, madeBy: deviceKey)
        guard proof.kind == attested.kind else { throw .instructionRejected }
        let pinKey = data.pinPublicKey.publicKey
        guard request.message.isSigned(by: pinKey), data.pinPublicKey != JWK(deviceKey) else { throw .instructionRejected }

        let hash = Array(SHA256.hash(data: body))
        try await checkStore(takes: hash, of: claims.walletID)
        let (code, codeMark) = try await revocationCode(of: claims.walletID)
        let account = NewAccount(
            walletID: claims.walletID, deviceKind: proof.kind, deviceKey: Array(deviceKey.rawRepresentation),
            sealedPINKey: try await seal(pinKey, of: claims.walletID),
            revocationCodeMark: codeMark, requestHash: hash, sequenceNumber: claims.sequenceNumber,
            assertionCounter: proof.counter ?? 0)
        let certificate = WalletCertificate(
            issuer: configuration.publicURL, issuedAt: now.seconds, walletID: claims.walletID, deviceKey: JWK(deviceKey),
            pinKeyMark: try await mark(of: pinKey))
        let signed = try await sign(certificate, for: .certificate)
        switch try await reaching({ try await store.create(account) }) {
        case .created: break
        case .repeated: try await requireStillActive(claims.walletID)
        case .conflict: throw .challengeRejected
        case .solutionRevoked: throw .solutionRevoked
        }
        return RegistrationAnswer(certificate: signed, revocationCode: code).encode()
    }

    /// Rejects early, before any work in the HSM: a different request under a used challenge, a repeated registration of an ended wallet,
    /// and every request after the solution was revoked.
    private func checkStore(takes requestHash: [UInt8], of walletID: WalletID) async throws(ProviderProblem) {
        let found = try await reaching { try await store.account(of: walletID, withMessage: 0, recordedWithin: 0) }
        if let found {
            guard found.account.registrationHash == requestHash else { throw .challengeRejected }
            try requireActive(found.account)
        } else {
            guard try await reaching({ try await store.solutionRevocation() }) == nil else { throw .solutionRevoked }
        }
    }

    /// Rejects the repeated registration of a wallet that has ended, because its certificate would be useless.
    private func requireStillActive(_ walletID: WalletID) async throws(ProviderProblem) {
        guard let (account, _) = try await account(of: walletID, withMessage: 0) else { throw .challengeRejected }
        try requireActive(account)
    }

    private func requireActive(_ account: Account) throws(ProviderProblem) {
        switch account.state {
        case .active: break
        case .revoked(let revocation): throw .revoked(revocation, account)
        case .deregistered: throw .challengeRejected
        }
    }

    private func checkEnrolmentChallenge(of claims: InstructionClaims, at now: Timestamp) async throws(ProviderProblem) {
        let (challenge, _) = try await verify(claims.challenge, as: EnrolmentChallenge.self, orRefuse: .challengeRejected)
        guard challenge.audience == configuration.publicURL, challenge.walletID == claims.walletID, now.seconds < challenge.expiresAt else {
            throw .challengeRejected
        }
    }

    /// Returns the deletion code and its HMAC. The HSM derives the code from the wallet id, so only the HMAC is stored.
    private func revocationCode(of walletID: WalletID) async throws(ProviderProblem) -> (code: RevocationCode, mark: [UInt8]) {
        try await reaching {
            let derived = try await hsm.authenticationCode(over: Array("code:\(walletID.text)".utf8), for: .revocationCode)
            guard derived.count == 32 else { throw HSMError(.unavailable, "an authentication code that is not 32 bytes") }
            let code = RevocationCode(derivedFrom: derived)
            return (code, try await hsm.mark(of: code))
        }
    }
}

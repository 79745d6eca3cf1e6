// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol
import StatusList

extension WalletProvider {
    /// `attest_wallet`: says to issuers that a key belongs to a wallet of this provider that is not revoked. Nothing in it tells which one.
    ///
    /// A blocked wallet gets one, too: the recovery of its PIN needs an issuer.
    func attestWallet(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try AttestationRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .attestWallet) { return answer }
        // A key that signs something else would be told apart from nothing but its place.
        guard let settings = configuration.attestation, request.key != message.certificate.deviceKey else { throw .instructionRejected }
        // Before an entry of a status list is taken: no message that will be refused, however often it is sent, takes one.
        guard try await reaching({ try await store.fits(message.identity, answering: message.challenge) }) else {
            throw try await refusalNow(of: message, for: .attestWallet)
        }
        let attestation = try await reaching {
            let (keyID, certificates) = try await attestationKey(settings)
            // The minute it was made in is all that is told of when: instants would tell one wallet from another.
            let issuedAt = now.seconds - now.seconds % 60
            let unsigned = WalletAttestation(
                issuer: configuration.publicURL, clientID: settings.clientID, key: request.key, issuedAt: issuedAt,
                expiresAt: issuedAt + settings.lifetime, walletName: settings.walletName,
                status: try await takeStatus(for: message.claims.walletID, settings)
            ).unsigned(certificates: certificates, keyID: keyID)
            return try unsigned.signed(with: try await hsm.sign(unsigned.signingInput, with: keyID, for: .attestation))
        }
        return try await accept(message, Execution(result: AttestationResult(attestation: attestation).json))
    }

    /// Where the status of a new attestation stands. Each attestation has an entry of its own, at random, so that two of one wallet have
    /// nothing in common.
    private func takeStatus(for walletID: WalletID, _ settings: AttestationSettings) async throws -> StatusListReference {
        let candidates = (0..<Self.candidates).map { _ in randomBytes(7).reduce(Int64(0)) { $0 << 8 | Int64($1) } }
        let entry = try await store.takeStatusEntry(
            for: walletID, lifetime: settings.lifetime * 1000 + AttestationStatusLists.retention, candidates: candidates)
        guard let entry else { throw AccountStoreError(.unavailable, "no free entry was found in a status list") }
        return try StatusListReference(
            index: Int(entry.entry), uri: AttestationStatusLists.address(of: entry.list, at: configuration.publicURL))
    }

    /// Half of them for a list that has just been begun.
    private static let candidates = 2 * AttestationStatuses.tries
}

// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol
import StatusList

extension WalletProvider {
    /// `attest_wallet`: says to issuers that a key belongs to a wallet of this provider that is not revoked. Nothing in it tells which one.
    ///
    /// A blocked wallet gets one, too: the recovery of its PIN needs an issuer. One that has as many as it may have is told `tooManyRequests`:
    /// they end by themselves.
    func attestWallet(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try AttestationRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .attestWallet) { return answer }
        // A key that signs something else would be told apart from nothing but its place.
        guard let settings = configuration.attestation, request.key != message.certificate.deviceKey else { throw .instructionRejected }
        let (keyID, certificates) = try await reaching { try await attestationKey(settings) }
        let status = try await takeStatus(for: message, settings)
        let attestation = try await reaching {
            // The minute it was made in is all that is told of when: instants would tell one wallet from another.
            let issuedAt = now.seconds - now.seconds % 60
            let unsigned = WalletAttestation(
                issuer: configuration.publicURL, clientID: settings.clientID, key: request.key, issuedAt: issuedAt,
                expiresAt: issuedAt + settings.lifetime, walletName: settings.walletName,
                status: status
            ).unsigned(certificates: certificates, keyID: keyID)
            return try unsigned.signed(with: try await hsm.sign(unsigned.signingInput, with: keyID, for: .attestation))
        }
        return try await accept(
            message, Execution(change: .handOutAttestation, result: AttestationResult(attestation: attestation).json))
    }

    /// Where the status of a new attestation stands. Each attestation has an entry of its own, at random, so that two of one wallet have
    /// nothing in common.
    ///
    /// The store decides at once whether the message fits and takes the entry: no message that will be refused takes one, and one that is sent
    /// often at the same time takes one. What cannot be signed leaves the entry pending, for whatever message the wallet tries with next.
    private func takeStatus(
        for message: AuthenticatedMessage, _ settings: AttestationSettings
    ) async throws(ProviderProblem) -> StatusListReference {
        let candidates = (0..<Self.candidates).map { _ in randomBytes(7).reduce(Int64(0)) { $0 << 8 | Int64($1) } }
        let request = StatusEntryRequest(
            message: message.identity, challenge: message.challenge,
            lifetime: settings.lifetime * 1000 + AttestationStatusLists.retention, maximum: Int64(settings.maximumPerWallet),
            candidates: candidates)
        switch try await reaching({ try await store.takeStatusEntry(request) }) {
        case .taken(let entry):
            return try await reaching {
                try StatusListReference(
                    index: Int(entry.entry), uri: AttestationStatusLists.address(of: entry.list, at: configuration.publicURL))
            }
        case .unfit: throw try await refusalNow(of: message, for: .attestWallet)
        case .tooMany: throw .tooManyRequests
        case .noneFree:
            return try await reaching { throw AccountStoreError(.unavailable, "no free entry was found in a status list") }
        }
    }

    /// Half of them for a list that has just been begun.
    private static let candidates = 2 * AttestationStatuses.tries
}

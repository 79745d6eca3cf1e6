// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol
import StatusList

extension WalletProvider {
    /// `attest_wallet`: attests to issuers that a key belongs to a wallet of this provider that is not revoked. The attestation does not
    /// identify the wallet.
    ///
    /// A blocked wallet can be attested, because the recovery of its PIN needs an issuer. A wallet with the maximum number of attestations
    /// gets `tooManyRequests` until one of them expires.
    func attestWallet(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try AttestationRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message) { return answer }
        // The attested key must have no other use, so the device key is rejected.
        guard let settings = configuration.attestation, request.key != message.certificate.deviceKey else { throw .instructionRejected }
        let (keyID, certificates) = try await reaching { try await attestationKey(settings) }
        let status = try await takeStatus(for: message, settings)
        let attestation = try await reaching {
            // Rounded down to the minute: an exact time would help to identify the wallet.
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

    /// Takes the status entry of a new attestation. Each attestation has its own entry at random, so that two attestations of one wallet
    /// cannot be linked.
    ///
    /// The store checks in one step that the message fits and takes the entry. So a rejected message takes no entry, and a message sent
    /// concurrently several times takes a single entry. If signing fails, the entry stays pending for the wallet's next attempt.
    private func takeStatus(
        for message: AuthenticatedMessage, _ settings: AttestationSettings
    ) async throws(ProviderProblem) -> StatusListReference {
        let candidates = (0..<Self.candidates).map { _ in randomBytes(7).reduce(Int64(0)) { $0 << 8 | Int64($1) } }
        let request = StatusEntryRequest(
            message: message.identity,
            lifetime: settings.lifetime * 1000 + AttestationStatusLists.retention, maximum: Int64(settings.maximumPerWallet),
            candidates: candidates)
        switch try await reaching({ try await store.takeStatusEntry(request) }) {
        case .taken(let entry):
            return try await reaching {
                try StatusListReference(
                    index: Int(entry.entry), uri: AttestationStatusLists.address(of: entry.list, at: configuration.publicURL))
            }
        case .unfit: throw try await refusalNow(of: message)
        case .tooMany: throw .tooManyRequests
        case .noneFree:
            return try await reaching { throw AccountStoreError(.unavailable, "no free entry was found in a status list") }
        }
    }

    /// Half of the candidates are for the newest list, the other half for a list that has just been started.
    private static let candidates = 2 * AttestationStatuses.tries
}

// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol

extension WalletProvider {
    /// `attest_wallet`: says to issuers that a key belongs to a wallet of this provider that is not revoked. Nothing in it tells which one.
    ///
    /// A blocked wallet gets one, too: the recovery of its PIN needs an issuer.
    func attestWallet(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try AttestationRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .attestWallet) { return answer }
        // A key that signs something else would be told apart from nothing but its place.
        guard let settings = configuration.attestation, request.key != message.certificate.deviceKey else { throw .instructionRejected }
        let attestation = try await reaching {
            guard let keyID = try await hsm.publicKeys(for: .attestation).first?.keyID else { throw ProviderProblem.unavailable }
            // The minute it was made in is all that is told of when: instants would tell one wallet from another.
            let issuedAt = now.seconds - now.seconds % 60
            let unsigned = WalletAttestation(
                issuer: configuration.publicURL, clientID: settings.clientID, key: request.key, issuedAt: issuedAt,
                expiresAt: issuedAt + settings.lifetime, walletName: settings.walletName
            ).unsigned(certificates: settings.certificates(keyID), keyID: keyID)
            return try unsigned.signed(with: try await hsm.sign(unsigned.signingInput, with: keyID, for: .attestation))
        }
        return try await accept(message, Execution(result: AttestationResult(attestation: attestation).json))
    }
}

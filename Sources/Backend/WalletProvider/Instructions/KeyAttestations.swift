// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol

/// Attestations of keys in the provider's HSM, for issuers that request them (OpenID4VCI appendix D).
extension WalletProvider {
    /// Returns the attestation of keys that were just created for one request; nil if the request needs no attestation. The attestation
    /// identifies no wallet: the attestations for two requests of one wallet have no value in common.
    ///
    /// - Throws: `instructionRejected` if this provider has no attestation settings; `unavailable`.
    func keyAttestation(of keys: [WrappedKey], for request: KeyRequest) async throws(ProviderProblem) -> String? {
        guard request.isAttested else { return nil }
        guard let settings = configuration.attestation else { throw .instructionRejected }
        return try await reaching {
            let (keyID, certificates) = try await attestationKey(settings)
            let issuedAt = now.seconds - now.seconds % 60
            let unsigned = KeyAttestation(
                keys: keys.map { JWK($0.publicKey) }, issuedAt: issuedAt, expiresAt: issuedAt + settings.lifetime,
                keyStorage: settings.keyStorage, userAuthentication: settings.userAuthentication, nonce: request.nonce
            ).unsigned(certificates: certificates, keyID: keyID)
            return try unsigned.signed(with: try await hsm.sign(unsigned.signingInput, with: keyID, for: .attestation))
        }
    }

    /// `preview_issuance`: returns a proof by a key that is discarded afterwards. No PIN is required, because the key cannot be used again.
    func previewIssuance(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try KeyRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message) { return answer }
        guard request.isAttested, request.count == 1, request.ids == nil, configuration.attestation != nil else {
            throw .instructionRejected
        }
        let (_, issued) = try await makeKeys(request, for: .credential, of: message.claims.walletID)
        guard let key = issued.keys.first else { throw .unavailable }
        return try await accept(message, Execution(result: PreviewProof(publicKey: key.publicKey, proof: key.proof).json))
    }
}

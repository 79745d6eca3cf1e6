// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
import ProviderProtocol

/// What the provider says of keys in its HSM to issuers that ask for it (OpenID4VCI appendix D).
extension WalletProvider {
    /// The attestation of keys that were just made for one request; nil when none is asked for. It names no wallet, and nothing in it is the
    /// same for two requests of one wallet.
    ///
    /// - Throws: `instructionRejected` when this provider attests nothing, `unavailable`.
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

    /// `preview_issuance`: a proof by a key that is gone when it is answered. No PIN is asked for, since nobody can do anything with that key.
    func previewIssuance(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try KeyRequest(message.claims.data) }
        if let answer = try earlierAnswer(to: message, for: .previewIssuance) { return answer }
        guard request.isAttested, request.count == 1, request.ids == nil, configuration.attestation != nil else {
            throw .instructionRejected
        }
        let (_, issued) = try await makeKeys(request, for: .credential, of: message.claims.walletID)
        guard let key = issued.keys.first else { throw .unavailable }
        return try await accept(message, Execution(result: PreviewProof(publicKey: key.publicKey, proof: key.proof).json))
    }
}

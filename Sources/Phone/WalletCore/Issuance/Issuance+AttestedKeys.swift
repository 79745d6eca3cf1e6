// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIWallet
import ProviderProtocol
import WalletInterface

/// Support for issuers that demand attested keys (OpenID4VCI appendix D). The keys are in the provider's HSM, so the provider attests them.
extension Issuance {
    /// Proves a key for the preview. The provider makes the key, signs with it and does not store it.
    func proveAttested(
        _ order: KeyProofOrder, _ session: inout StoredIssuance
    ) async throws(WalletCoreError) {
        let request = KeyRequest(
            count: 1, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID, isAttested: true)
        let reply = try await channel.mutex.run { () async throws(WalletCoreError) in
            try await channel.send(
                .deviceOnly(.previewIssuance, from: .wallet(try context.registration()), data: request.json))
        }
        switch reply {
        case .done(let result):
            guard let result, let made = try? PreviewProof(result), (try? session.client.prove(with: [made.proof])) != nil else {
                throw WalletCoreError(.serverUnreachable, "the provider's proof cannot be used")
            }
            session.previewKey = made.publicKey.publicKey.rawRepresentation
        case .refused(.instructionRejected), .unclear:
            try drop(session)
            throw WalletCoreError(.issuance(.unfitIssuer), "the issuer asks for attested keys, and the provider attests none")
        case .refused(let problem): throw problem.error("the provider proves no key")
        }
    }
}

extension KeyProofOrder {
    /// The proofs to send: one proof for each key, or only the first if its attestation covers all keys (appendix F.1).
    func proofs(of keys: [IssuedKeys.Key]) -> [String] {
        configuration.keyAttestation == nil ? keys.map(\.proof) : keys.prefix(1).map(\.proof)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import ProviderProtocol
import WalletInterface

/// Issuers that demand attested keys (OpenID4VCI appendix D). The keys are in the provider's HSM, so the provider attests them.
extension WalletCore {
    /// Proves a key for a look at what would be issued. The provider makes it and forgets it: nobody ever has it.
    func proveAttested(
        _ order: KeyProofOrder, _ session: inout StoredIssuance, _ running: Running
    ) async throws(WalletCoreError) {
        let request = KeyRequest(
            count: 1, audience: order.audience.text, nonce: order.nonce, issuer: order.clientID, isAttested: true)
        let reply = try await providerMutex.run { () async throws(WalletCoreError) in
            let registration = try registration(running)
            return try await perform(
                .previewIssuance, as: DeviceIdentity(registration), data: request.json, running, timeout: .seconds(10)
            ) { () throws(WalletCoreError) in try takeSequenceNumber(running) }
        }
        switch reply {
        case .done(let result):
            guard let result, let made = try? PreviewProof(result), (try? session.client.prove(with: [made.proof])) != nil else {
                throw WalletCoreError(.serverUnreachable, "the provider's proof cannot be used")
            }
            session.previewKey = made.publicKey.publicKey.rawRepresentation
        case .refused(.instructionRejected):
            try drop(session, running)
            throw WalletCoreError(.issuance(.unfitIssuer), "the issuer asks for attested keys, and the provider attests none")
        case .refused(let problem):
            noteRevocation(in: problem, running)
            _ = try outcome(of: problem, running)
            throw WalletCoreError(.unexpected, "the provider proves no key: \(problem.type)")
        }
    }
}

extension KeyProofOrder {
    /// What is sent of the proofs of keys: one for each, or where the first carries an attestation that speaks for all, that one (appendix
    /// F.1).
    func proofs(of keys: [IssuedKeys.Key]) -> [String] {
        configuration.keyAttestation == nil ? keys.map(\.proof) : keys.prefix(1).map(\.proof)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension WalletCore {
    /// So many seconds before it expires an attestation is not used any more: it must still be good when the request arrives.
    private static let attestationMargin: Int64 = 120

    /// The wallet attestation for an issuer and the key that it names: the one that is kept while it is young, else a new one from the
    /// provider, with a key of its own.
    ///
    /// - Parameter isFresh: whether it must be a new one, for the issuer does not take the one that is kept.
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; a store error; `unexpected`, also when the provider
    ///   attests no wallets.
    func attestation(
        for issuer: HTTPSURL, of clientID: String, isFresh: Bool, _ running: Running
    ) async throws(WalletCoreError) -> StoredAttestation {
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
        if !isFresh, let kept = try running.store.value(.attestation), kept.issuer == issuer.text, kept.receivedAt <= now,
            kept.expiresAt > now + Self.attestationMargin, (try? WalletAttestation(unverified: kept.attestation))?.clientID == clientID
        {
            return kept
        }
        let key = P256.Signing.PrivateKey()
        let text = try await attest(key.publicKey, running)
        guard let attestation = try? WalletAttestation(unverified: text), attestation.key == JWK(key.publicKey),
            attestation.clientID == clientID
        else { throw WalletCoreError(.serverUnreachable, "the provider's attestation cannot be used") }
        let stored = StoredAttestation(
            issuer: issuer.text, key: key.rawRepresentation, attestation: text, expiresAt: attestation.expiresAt, receivedAt: now)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.attestation, to: stored) }
        return stored
    }

    /// Has the provider attest a key.
    private func attest(_ key: P256.Signing.PublicKey, _ running: Running) async throws(WalletCoreError) -> String {
        let reply = try await providerMutex.run { () async throws(WalletCoreError) in
            let registration = try registration(running)
            return try await perform(
                .attestWallet, as: DeviceIdentity(registration), data: AttestationRequest(key: JWK(key)).json, running,
                timeout: .seconds(10)
            ) { () throws(WalletCoreError) in try takeSequenceNumber(running) }
        }
        switch reply {
        case .done(let result):
            guard let result, let answer = try? AttestationResult(result) else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no attestation")
            }
            return answer.attestation
        case .refused(let problem):
            noteRevocation(in: problem, running)
            _ = try outcome(of: problem, running)
            throw WalletCoreError(.unexpected, "the provider does not attest this wallet: \(problem.type)")
        }
    }

    /// The next sequence number; it is stored by then.
    func takeSequenceNumber(_ running: Running) throws(WalletCoreError) -> Int64 {
        let number = try nextSequenceNumber(running)
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: number) }
        return number
    }
}

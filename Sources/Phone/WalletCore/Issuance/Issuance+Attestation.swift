// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension Issuance {
    /// The margin before expiry in which an attestation is no longer used, in seconds: it must still be valid when the request arrives.
    private static let attestationMargin: Int64 = 120

    /// The wallet attestation for an issuer and its key: the stored attestation until shortly before it expires, otherwise a new
    /// attestation from the provider with a new key.
    ///
    /// - Parameter isFresh: requests a new attestation, because the issuer refuses the stored one.
    /// - Throws: `noInternet`, `serverUnreachable`; `walletRejected`, `walletRevoked`; a store error; `unexpected`, also if the provider
    ///   attests no wallets.
    func attestation(
        for issuer: HTTPSURL, of clientID: String, isFresh: Bool
    ) async throws(WalletCoreError) -> StoredAttestation {
        let now = Int64(context.trueNow.timeIntervalSince1970)
        if !isFresh, let kept = try context.store.value(.attestation), kept.issuer == issuer.text, kept.receivedAt <= now,
            kept.expiresAt > now + Self.attestationMargin, (try? WalletAttestation(unverified: kept.attestation))?.clientID == clientID
        {
            return kept
        }
        let key = P256.Signing.PrivateKey()
        let text = try await attest(key.publicKey)
        guard let attestation = try? WalletAttestation(unverified: text), attestation.key == JWK(key.publicKey),
            attestation.clientID == clientID
        else { throw WalletCoreError(.serverUnreachable, "the provider's attestation cannot be used") }
        let stored = StoredAttestation(
            issuer: issuer.text, key: key.rawRepresentation, attestation: text, expiresAt: attestation.expiresAt,
            // The answer may have corrected the time.
            receivedAt: Int64(context.trueNow.timeIntervalSince1970))
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.attestation, to: stored) }
        return stored
    }

    /// Requests an attestation of a key from the provider.
    private func attest(_ key: P256.Signing.PublicKey) async throws(WalletCoreError) -> String {
        let reply = try await channel.mutex.run { () async throws(WalletCoreError) in
            try await channel.send(
                .deviceOnly(
                    .attestWallet, from: .wallet(try context.registration()), data: AttestationRequest(key: JWK(key)).json))
        }
        switch reply {
        case .done(let result):
            guard let result, let answer = try? AttestationResult(result) else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no attestation")
            }
            return answer.attestation
        case .refused(let problem):
            throw problem.error("the provider does not attest this wallet")
        case .unclear: throw WalletCoreError(.unexpected, "the provider does not attest this wallet")
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JOSE
import JSON
import ProviderProtocol

/// The user's keys for credentials: created in the HSM, stored wrapped, bound to wallet and purpose.
extension WalletProvider {
    /// `perform_issuance`: creates keys and returns a proof of possession of each for the issuer.
    func performIssuance(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try KeyRequest(message.claims.data) }
        return try await withPIN(message) { () throws(ProviderProblem) in
            let present = try await reaching { try await store.keys(of: message.claims.walletID, for: .credential) }
            guard present.count + request.count <= configuration.maximumKeys else { throw .instructionRejected }
            if let ids = request.ids {
                let others = try await reaching { try await store.keys(of: message.claims.walletID, for: .recovery) }
                guard Set(ids).isDisjoint(with: (present + others).map(\.id)) else { throw .instructionRejected }
            }
            let (keys, issued) = try await makeKeys(request, for: .credential, of: message.claims.walletID)
            return Execution(change: .addKeys(keys), result: issued.json)
        }
    }

    /// Creates keys and signs their proofs (OpenID4VCI 1.0, appendix F.1). The provider builds the proofs itself, so that a key for a
    /// single purpose signs nothing else. The first proof contains the attestation of all keys.
    func makeKeys(
        _ request: KeyRequest, for purpose: WalletKeyPurpose, of walletID: WalletID
    ) async throws(ProviderProblem) -> (stored: [WalletKey], issued: IssuedKeys) {
        // Check first, so that no unused keys are created.
        guard !request.isAttested || configuration.attestation != nil else { throw .instructionRejected }
        let binding = purpose.binding(to: walletID)
        var stored: [WalletKey] = []
        var issued: [IssuedKeys.Key] = []
        let keys = try await reaching {
            var keys: [WrappedKey] = []
            for _ in 0..<request.count { keys.append(try await hsm.makeWalletKey(boundTo: binding)) }
            return keys
        }
        var attestation = try await keyAttestation(of: keys, for: request)
        for (number, key) in keys.enumerated() {
            let proof = try await reaching { try await self.proof(of: key, for: request, attestation, boundTo: binding) }
            attestation = nil
            let id = request.ids?[number] ?? WalletKeyID(random: randomBytes)
            stored.append(
                WalletKey(id: id, purpose: purpose, publicKey: Array(key.publicKey.rawRepresentation), wrapped: key.wrapped))
            issued.append(IssuedKeys.Key(id: id, publicKey: JWK(key.publicKey), proof: proof))
        }
        return (stored, IssuedKeys(keys: issued))
    }

    private func proof(
        of key: WrappedKey, for request: KeyRequest, _ attestation: String?, boundTo binding: [UInt8]
    ) async throws -> String {
        var header: JSONObject = ["alg": "ES256", "typ": "openid4vci-proof+jwt", "jwk": .object(JWK(key.publicKey).json)]
        if let attestation { header.set("key_attestation", .string(attestation)) }
        var claims: JSONObject = ["aud": .string(request.audience), "iat": .integer(now.seconds)]
        if let nonce = request.nonce { claims.set("nonce", .string(nonce)) }
        if let issuer = request.issuer { claims.set("iss", .string(issuer)) }
        let payload = claims.encode()
        let signature = try await hsm.sign(
            CompactJWS.signingInput(header: header, payload: payload), withWrapped: key.wrapped, boundTo: binding)
        return try CompactJWS(header: header, payload: payload, signature: signature).serialized
    }

    /// `sign`: returns signatures by credential keys over hashes, so that the provider does not see what is signed. If one of the keys does
    /// not exist, the whole instruction is rejected.
    func sign(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let request = try reading(orRefuse: .malformedRequest) { try SigningRequest(message.claims.data) }
        return try await withPIN(message) { () throws(ProviderProblem) in
            let walletID = message.claims.walletID
            let keys = try await reaching { try await store.keys(of: walletID, for: .credential) }
            let wrapped = Dictionary(keys.map { ($0.id, $0.wrapped) }, uniquingKeysWith: { first, _ in first })
            guard request.items.allSatisfy({ wrapped[$0.key] != nil }) else { throw .instructionRejected }
            var signatures: [[UInt8]] = []
            for item in request.items {
                guard let key = wrapped[item.key] else { throw .instructionRejected }
                signatures.append(
                    try await reaching {
                        try await hsm.sign(
                            digest: item.hash, withWrapped: key, boundTo: WalletKeyPurpose.credential.binding(to: walletID))
                    })
            }
            return Execution(result: Signatures(signatures: signatures).json)
        }
    }

    /// `delete_keys`: removes credential keys.
    func deleteKeys(_ message: AuthenticatedMessage) async throws(ProviderProblem) -> [UInt8] {
        let deletion = try reading(orRefuse: .malformedRequest) { try KeyDeletion(message.claims.data) }
        return try await withPIN(message) { () throws(ProviderProblem) in Execution(change: .deleteKeys(deletion.keys)) }
    }
}

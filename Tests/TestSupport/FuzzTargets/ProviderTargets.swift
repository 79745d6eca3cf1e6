// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol

/// The answers of a wallet provider, and the data that a wallet sends to it.
extension FuzzTarget {
    /// The results and the data of instructions, each read as every kind.
    static let instructionData = FuzzTarget(
        "instruction-data", mutations: 60,
        seeds: {
            let key = JSONValue.object(JWK(FuzzParties.signerKey.publicKey).json)
            let objects: [JSONObject] = [
                ["status": "active"], ["status": "revoked", "revocation_reason": "a", "can_register_new_wallet": true],
                ["certificate": "a.b.c"], ["attestation": "a.b.c"], ["key": key], ["pid": "a.b.c~"], ["public_key": key, "proof": "a.b.c"],
                ["signatures": [.string(bytes(64)), .string(bytes(64))]], ["wrong_pins": 2, "days": 30],
                ["keys": [["id": .string(bytes(16)), "public_key": key, "proof": "a.b.c"]]],
                ["keys": [.string(bytes(16))]], ["count": 2, "aud": "https://issuer.example", "nonce": "n", "iss": "c"],
                ["new_pin_public_key": key, "count": 1, "aud": "https://issuer.example"],
                ["new_pin_public_key": key, "proof": .string(bytes(64))], ["pin": "new", "certificate": "a.b.c"],
                ["current": .string(bytes(64)), "new": .string(bytes(64))],
                ["requests": [["key": .string(bytes(16)), "hash": .string(bytes(32))]]],
            ]
            return objects.map { $0.encode() }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input) else { return .refused }
            var isRead = false
            if try rereads(AccountStatus.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(CertificateResult.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(AttestationRequest.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(AttestationResult.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(PreviewProof.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(RecoveryCodeDisclosure.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(Signatures.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(SigningRequest.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(IssuedKeys.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(KeyRequest.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(KeyDeletion.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(WrongPINReport.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(PINRecoveryStart.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(PINChangeStart.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(PINChangeSettlement.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(PINChangeResult.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(RegistrationData.self, object, { try .init($0) }, \.json) { isRead = true }
            if try rereads(WalletCertificate.self, object, { try .init(claims: $0) }, \.claims) { isRead = true }
            if try rereads(EnrolmentChallenge.self, object, { try .init(claims: $0) }, \.claims) { isRead = true }
            if try rereads(InstructionResult.self, object, { try .init(claims: $0) }, \.claims) { isRead = true }
            return isRead ? .accepted : .refused
        })

    /// A token of the provider. Its key signs the seeds only, so an accepted token has the claims of a seed.
    static let providerToken = FuzzTarget(
        "provider-token", mutations: 150,
        seeds: {
            var tokens: [CompactJWS] = []
            for key in [FuzzParties.signerKey, FuzzParties.authorityKey] {
                tokens.append(
                    try CompactJWS.sign(header: InstructionResult.header(keyID: "k1"), payload: result().claims.encode(), with: key))
                tokens.append(
                    try CompactJWS.sign(header: WalletCertificate.header(keyID: "k1"), payload: certificate().claims.encode(), with: key))
            }
            return tokens.map { Array($0.serialized.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            let keys = ["k1": FuzzParties.signerKey.publicKey]
            if let received = try? InstructionResult(verifying: text, keys: keys) {
                try FuzzFinding.unless(received == (try? result()), "a result that the provider did not sign")
                return .accepted
            }
            guard let received = try? WalletCertificate(verifying: text, keys: keys) else { return .refused }
            try FuzzFinding.unless(received == (try? certificate()), "a certificate that the provider did not sign")
            return .accepted
        })

    static let revocationCode = FuzzTarget(
        "revocation-code",
        seeds: {
            let code = RevocationCode(derivedFrom: [UInt8](repeating: 0x5A, count: 11))
            return [code.text, code.groups.joined(separator: "-"), code.text.lowercased(), "", "\u{1F1F3}\u{1F1F1}"].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            guard let code = try? RevocationCode(parsing: text) else { return .refused }
            let shown = code.groups.joined(separator: "-")
            try FuzzFinding.unless((try? RevocationCode(parsing: shown)) == code, "a code that is not read as it is shown")
            return .accepted
        })

    /// Returns true if the object is a value of this kind, and is read as it was written.
    private static func rereads<Value: Equatable>(
        _ type: Value.Type, _ object: JSONObject, _ read: (JSONObject) throws -> Value, _ json: (Value) -> JSONObject
    ) throws(FuzzFinding) -> Bool {
        guard let value = try? read(object) else { return false }
        try FuzzFinding.unless((try? read(json(value))) == value, "a value that is not read as it was written")
        return true
    }

    private static func bytes(_ count: Int) -> String { Base64URL.encode([UInt8](repeating: 7, count: count)) }

    private static func result() throws -> InstructionResult {
        let claims = InstructionClaims(
            walletID: try WalletID(parsing: bytes(16)), audience: "https://provider.example", instruction: .checkPIN, challenge: "c",
            sequenceNumber: 3, issuedAt: FuzzParties.now)
        return InstructionResult(to: claims, issuedAt: FuzzParties.now, result: ["status": "active"])
    }

    private static func certificate() throws -> WalletCertificate {
        WalletCertificate(
            issuer: "https://provider.example", issuedAt: FuzzParties.now, walletID: try WalletID(parsing: bytes(16)),
            deviceKey: JWK(FuzzParties.authorityKey.publicKey), pinKeyMark: [UInt8](repeating: 7, count: 32))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import ProviderProtocol
import WalletProvider

/// A valid message for each instruction, for tests that cover all of them.
extension TestProvider {
    /// Returns the `data` of a message that a healthy account with a PID accepts.
    ///
    /// - Parameters:
    ///   - challenge: the challenge that the message answers.
    ///   - new: the PIN key of a change or recovery.
    ///   - pid: the PID with the recovery code.
    func sampleData(
        _ instruction: Instruction, _ challenge: String, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey, pid: String
    ) throws -> JSONObject {
        let keys = KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n")
        let id = WalletKeyID { [UInt8](repeating: 0, count: $0) }
        return switch instruction {
        case .checkPIN, .walletStatus, .deregister, .challenge, .createWallet: [:]
        case .startPINChange:
            PINChangeStart(newPINPublicKey: JWK(new.publicKey), proof: try new.signature(overText: challenge)).json
        case .settlePINChange:
            PINChangeSettlement(current: try current.signature(overText: challenge), new: try new.signature(overText: challenge)).json
        case .startPINRecovery: PINRecoveryStart(newPINPublicKey: JWK(new.publicKey), keys: keys).json
        case .completePINRecovery, .discloseRecoveryCode: RecoveryCodeDisclosure(pid: pid).json
        case .performIssuance: keys.json
        case .sign: SigningRequest(items: [SigningRequest.Item(key: id, bytes: [1])]).json
        case .attestWallet: AttestationRequest(key: JWK(new.publicKey)).json
        case .previewIssuance: KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n", isAttested: true).json
        case .deleteKeys: KeyDeletion(keys: [id]).json
        }
    }

    /// Returns a message for an instruction with a new challenge, signed by this PIN key.
    func sample(_ instruction: Instruction, from phone: inout TestPhone, pinKey: P256.Signing.PrivateKey) async throws -> ProviderRequest {
        let challenge = try await challenge(instruction, for: &phone)
        let data = try sampleData(
            instruction, challenge, current: phone.pinKey, new: P256.Signing.PrivateKey(),
            pid: pidIssuer.pid("person 1", boundTo: JWK(phone.pinKey.publicKey)))
        return try phone.message(instruction, challenge, data: data, pinKey: pinKey)
    }
}

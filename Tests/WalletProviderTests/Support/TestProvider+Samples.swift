// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import WalletProvider

extension Instruction {
    /// The column of `StateMatrixTests.table` that says which accounts take the instruction.
    var stateColumn: StateMatrixTests.Column {
        switch self {
        case .checkPIN, .startPINChange, .performIssuance, .deleteKeys: .pin
        case .discloseRecoveryCode, .sign: .pinAndKey
        case .settlePINChange: .settlement
        case .startPINRecovery: .recoveryStart
        case .completePINRecovery: .recoveryEnd
        case .walletStatus, .deregister: .status
        case .attestWallet, .previewIssuance, .createWallet: .device
        }
    }
}

/// A valid message for each instruction, for tests that cover all of them.
extension TestProvider {
    /// Returns the `data` of a message that a healthy account with a PID accepts.
    ///
    /// - Parameters:
    ///   - text: the message's text for proofs of possession.
    ///   - new: the PIN key of a change or recovery.
    ///   - pid: the PID with the recovery code.
    func sampleData(
        _ instruction: Instruction, proving text: String, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey, pid: String
    ) throws -> JSONObject {
        let keys = KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n")
        let id = WalletKeyID { [UInt8](repeating: 0, count: $0) }
        return switch instruction {
        case .checkPIN, .walletStatus, .deregister, .createWallet: [:]
        case .startPINChange:
            PINChangeStart(newPINPublicKey: JWK(new.publicKey), proof: try new.signature(overText: text)).json
        case .settlePINChange:
            PINChangeSettlement(current: try current.signature(overText: text), new: try new.signature(overText: text)).json
        case .startPINRecovery: PINRecoveryStart(newPINPublicKey: JWK(new.publicKey), keys: keys).json
        case .completePINRecovery, .discloseRecoveryCode: RecoveryCodeDisclosure(pid: pid).json
        case .performIssuance: keys.json
        case .sign: SigningRequest(items: [SigningRequest.Item(key: id, signing: [1])]).json
        case .attestWallet: AttestationRequest(key: JWK(new.publicKey)).json
        case .previewIssuance: KeyRequest(count: 1, audience: "https://issuer.example", nonce: "n", isAttested: true).json
        case .deleteKeys: KeyDeletion(keys: [id]).json
        }
    }

    /// Returns a message for an instruction with the current beacon, signed by this PIN key.
    func sample(_ instruction: Instruction, from phone: inout TestPhone, pinKey: P256.Signing.PrivateKey) async throws -> ProviderRequest {
        let challenge = try await beacon()
        let data = try sampleData(
            instruction, proving: phone.possessionText(instruction, challenge), current: phone.pinKey, new: P256.Signing.PrivateKey(),
            pid: pidIssuer.pid("person 1", boundTo: JWK(phone.pinKey.publicKey)))
        return try phone.message(instruction, challenge, data: data, pinKey: pinKey)
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// The instruction in a message to the provider; it is part of the signed claims.
package enum Instruction: String, Sendable, Hashable, CaseIterable {
    /// Registers a wallet.
    case createWallet = "create_wallet"
    /// Checks the PIN, to unlock the wallet.
    case checkPIN = "check_pin"
    /// Registers a new PIN's key beside the current PIN's key.
    case startPINChange = "change_pin_start"
    /// Completes or cancels a PIN change, depending on the PIN that the user entered: new, current, or neither.
    case settlePINChange = "change_pin_settle"
    /// Starts the recovery of a forgotten PIN; nothing changes yet.
    case startPINRecovery = "start_pin_recovery"
    /// Completes the recovery, with proof that the same person has returned.
    case completePINRecovery = "complete_pin_recovery"
    /// Discloses the recovery code in the wallet's PID, once, so that a later recovery can be proven.
    case discloseRecoveryCode = "disclose_recovery_code"
    /// Requests the state of the account.
    case walletStatus = "wallet_status"
    /// Requests a wallet attestation, with which issuers recognise the wallet as a wallet of this provider.
    case attestWallet = "attest_wallet"
    /// Proves a temporary key, to preview the credentials of an issuer that requires attested keys.
    case previewIssuance = "preview_issuance"
    /// Makes keys for credentials, with proofs of possession.
    case performIssuance = "perform_issuance"
    /// Signs with credential keys.
    case sign
    /// Deletes credential keys.
    case deleteKeys = "delete_keys"
    /// Deregisters a wallet that is being wiped.
    case deregister

    /// The proof that a message needs in addition to the device's.
    package var proof: Proof {
        switch self {
        case .settlePINChange, .walletStatus, .attestWallet, .previewIssuance, .deregister: .deviceOnly
        case .createWallet, .startPINRecovery, .completePINRecovery: .newPIN
        case .checkPIN, .startPINChange, .discloseRecoveryCode, .performIssuance, .sign, .deleteKeys: .pin
        }
    }

    /// A proof in addition to the device key's signature.
    package enum Proof: Sendable, Hashable, CaseIterable {
        /// No PIN proof: the message consists of the bare claims.
        case deviceOnly
        /// The current PIN's key; wrong PINs are counted.
        case pin
        /// The key of a new PIN, which is part of the message or has been registered before.
        case newPIN
    }

    /// True if the message must be signed with a PIN key.
    package var needsPIN: Bool { proof != .deviceOnly }

    /// True if `/instructions/{name}` accepts this instruction. A registration has its own endpoint.
    package var hasRoute: Bool { self != .createWallet }
}

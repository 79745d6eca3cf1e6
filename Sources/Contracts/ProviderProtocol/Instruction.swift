// SPDX-License-Identifier: EUPL-1.2

/// The name of what a message asks the provider to do; it stands inside what is signed.
package enum Instruction: String, Sendable, Hashable, CaseIterable {
    /// Asks for a challenge for another instruction.
    case challenge
    /// Registers a wallet.
    case createWallet = "create_wallet"
    /// Checks the PIN and does nothing else: unlock.
    case checkPIN = "check_pin"
    /// Brings a new PIN's key beside the old one's.
    case startPINChange = "change_pin_start"
    /// Decides a PIN change by the PIN that the user typed: new, current, or neither.
    case settlePINChange = "change_pin_settle"
    /// Begins the recovery of a forgotten PIN; nothing changes yet.
    case startPINRecovery = "start_pin_recovery"
    /// Ends it, with the proof that the same person is back.
    case completePINRecovery = "complete_pin_recovery"
    /// Discloses the recovery code of the wallet's PID, once, so that a recovery can be proven later.
    case discloseRecoveryCode = "disclose_recovery_code"
    /// Asks how the account is.
    case walletStatus = "wallet_status"
    /// Asks for a wallet attestation, by which issuers know the wallet as one of this provider.
    case attestWallet = "attest_wallet"
    /// Proves a key that is forgotten at once, for a look at what an issuer that demands attested keys would issue.
    case previewIssuance = "preview_issuance"
    /// Makes keys for credentials, with their proofs of possession.
    case performIssuance = "perform_issuance"
    /// Signs with keys for credentials.
    case sign
    /// Removes keys for credentials.
    case deleteKeys = "delete_keys"
    /// Ends the account of a wallet that is being wiped.
    case deregister

    /// Which proof a message with this instruction carries besides the device's.
    package var proof: Proof {
        switch self {
        case .challenge, .settlePINChange, .walletStatus, .attestWallet, .previewIssuance, .deregister: .deviceOnly
        case .createWallet, .startPINRecovery, .completePINRecovery: .newPIN
        case .checkPIN, .startPINChange, .discloseRecoveryCode, .performIssuance, .sign, .deleteKeys: .pin
        }
    }

    /// What signs a message besides the device key.
    package enum Proof: Sendable, Hashable, CaseIterable {
        /// Nothing: the message is the bare claims.
        case deviceOnly
        /// The key of the PIN in force; a wrong one is counted.
        case pin
        /// The key of a PIN that is to be; it comes in the message or was told before.
        case newPIN
    }

    /// Whether the message must carry the signature of a PIN key.
    package var needsPIN: Bool { proof != .deviceOnly }

    /// Whether `/instructions/challenge` gives a challenge for it and `/instructions/{name}` takes it.
    package var takesChallenge: Bool { self != .challenge && self != .createWallet }
}

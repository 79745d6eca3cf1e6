// SPDX-License-Identifier: EUPL-1.2

/// The name of what a message asks the provider to do; it stands inside what is signed.
package enum Instruction: String, Sendable, Hashable, CaseIterable {
    /// Asks for a challenge for another instruction; device only.
    case challenge
    /// Registers a wallet; signed by its new PIN key and its device key.
    case createWallet = "create_wallet"
    /// Checks the PIN and does nothing else: unlock.
    case checkPIN = "check_pin"

    /// Whether the message must carry the signature of the PIN key.
    package var needsPIN: Bool {
        switch self {
        case .challenge: false
        case .createWallet, .checkPIN: true
        }
    }
}

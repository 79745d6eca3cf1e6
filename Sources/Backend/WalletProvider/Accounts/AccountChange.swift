// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// What an accepted message changes in its account, besides being accepted.
package enum AccountChange: Sendable {
    /// Nothing.
    case none
    /// A new PIN key waits beside the one in force.
    case beginPINChange(sealedPINKey: [UInt8])
    /// The waiting PIN key comes in force.
    case commitPINChange
    /// The waiting PIN key is dropped.
    case rollBackPINChange
    /// Keys are added. None of their ids is there yet, or nothing is added and the message has no effect.
    case addKeys([WalletKey])
    /// Credential keys are removed; ids that are not there do not matter.
    case deleteKeys([WalletKeyID])
    /// The recovery code is known from now on. If it was revoked (`AccountStore.revokeWallets`), so is the account, and its keys are gone.
    case rememberRecoveryCode(mark: [UInt8])
    /// A recovery takes the place of an earlier one, and its keys that of the earlier one's. It ends after that many milliseconds.
    case beginRecovery(sealedPINKey: [UInt8], keys: [WalletKey], lifetime: Int64)
    /// The recovery's PIN key comes in force; attempts are 0, no wait runs, no change of the PIN is pending, the recovery's keys are gone.
    case completeRecovery
    /// The wallet's pending entry of a status list is its attestation's from now on, and never given again (`AttestationStatusStore`).
    case handOutAttestation
    /// The account ends; its keys and PIN keys are gone.
    case deregister

    /// Whether it changes PIN keys, so that the account's PIN version grows.
    package var changesPINKeys: Bool {
        switch self {
        case .beginPINChange, .commitPINChange, .rollBackPINChange, .beginRecovery, .completeRecovery, .deregister: true
        case .none, .addKeys, .deleteKeys, .rememberRecoveryCode, .handOutAttestation: false
        }
    }
}

/// What came of a reserved attempt.
package enum AttemptOutcome: Sendable {
    /// The PIN was wrong; it is counted already.
    case wrong
    /// The PIN was right, and this follows from it.
    case right(AccountChange)
}

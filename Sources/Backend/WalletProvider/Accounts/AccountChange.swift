// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The change that an accepted message makes to its account.
package enum AccountChange: Sendable {
    case none
    /// Stores a new PIN key beside the current key.
    case beginPINChange(sealedPINKey: [UInt8])
    /// Makes the pending PIN key the current key.
    case commitPINChange
    /// Drops the pending PIN key.
    case rollBackPINChange
    /// Adds keys. If the id of any of them already exists, no key is added and the message has no effect.
    case addKeys([WalletKey])
    /// Removes credential keys. Unknown ids are ignored.
    case deleteKeys([WalletKeyID])
    /// Stores the recovery code. If this code was revoked (`AccountStore.revokeWallets`), the account is revoked and its keys are removed.
    case rememberRecoveryCode(mark: [UInt8])
    /// Starts a recovery, replacing an earlier recovery and its keys. `lifetime` is in milliseconds.
    case beginRecovery(sealedPINKey: [UInt8], keys: [WalletKey], lifetime: Int64)
    /// Makes the recovery's PIN key the current key. Resets attempts and waiting period, and drops a pending PIN change and the recovery's
    /// keys.
    case completeRecovery
    /// Assigns the wallet's pending status list entry to its attestation. The entry is not given out again (`AttestationStatusStore`).
    case handOutAttestation
    /// Ends the account and removes its keys and PIN keys.
    case deregister

    /// True if the change affects PIN keys, so that the account's PIN version increases.
    package var changesPINKeys: Bool {
        switch self {
        case .beginPINChange, .commitPINChange, .rollBackPINChange, .beginRecovery, .completeRecovery, .deregister: true
        case .none, .addKeys, .deleteKeys, .rememberRecoveryCode, .handOutAttestation: false
        }
    }
}

/// The outcome of a reserved attempt.
package enum AttemptOutcome: Sendable {
    /// The PIN was wrong. The reservation has already counted the attempt.
    case wrong
    /// The PIN was right; the change is applied.
    case right(AccountChange)
    /// The PIN was right, nothing else changes, and without this outcome the wallet would neither wait nor be blocked.
    case unlocked

    /// True if a crash of the database must not undo the outcome. Without it an attempt stays counted, which shortens the user's present
    /// round by that attempt until the next right PIN; an attempt is never given back.
    package var isDurable: Bool {
        switch self {
        case .wrong, .unlocked: false
        case .right: true
        }
    }
}

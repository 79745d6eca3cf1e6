// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// A PIN change that may have reached the provider. It is written before anything of it is sent, and goes in the transaction that replaces
/// the registration. The registration beside it keeps the salt and the certificate from before the change until then.
///
/// Nothing in it tests a PIN: what a PIN's key has signed is kept in memory only, and a salt alone says nothing.
struct PendingPINChange: Codable, Sendable, Equatable {
    /// The salt of the PIN that is to be, 32 bytes.
    let newSalt: Data
    /// What was sent last.
    var stage: Stage

    /// What was sent last, or may have been.
    enum Stage: String, Codable, Sendable, CaseIterable {
        /// `change_pin_start`.
        case start
        /// `change_pin_settle` with the new PIN, after the start was answered.
        case commit
        /// `change_pin_settle` with a PIN of which the phone does not know whether it is one of the two.
        case settlement
    }

    /// The PIN that works, whether or not the last message arrived; nil when that is not known of either alone.
    var certain: PINOfChange? {
        switch stage {
        case .start: .old
        case .commit: .new
        case .settlement: nil
        }
    }
}

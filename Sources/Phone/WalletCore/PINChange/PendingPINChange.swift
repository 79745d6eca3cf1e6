// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// A PIN change that may have reached the provider. The record is written before any message of the change is sent, and removed in the
/// transaction that replaces the registration. Until then the registration keeps the old salt and certificate.
///
/// Nothing in it allows a PIN to be tested: signatures with a PIN's key are kept in memory only, and a salt alone reveals nothing.
struct PendingPINChange: Codable, Sendable, Equatable {
    /// The salt of the new PIN, 32 bytes.
    let newSalt: Data
    var stage: Stage
    /// True if a recovery has sent the new PIN's key; nil for a change.
    var isRecovery: Bool?

    private enum CodingKeys: String, CodingKey { case newSalt, stage, isRecovery }

    /// The last message that was sent or may have been.
    enum Stage: String, Codable, Sendable, CaseIterable {
        /// `change_pin_start`.
        case start
        /// `change_pin_settle` with the new PIN, after the response to the start.
        case commit
        /// `change_pin_settle` with a PIN that the phone cannot identify as one of the two.
        case settlement
    }

    /// The PIN that works, whether or not the last message arrived; nil if neither is certain.
    var certain: PINOfChange? {
        switch stage {
        case .start: .old
        case .commit: .new
        case .settlement: nil
        }
    }
}

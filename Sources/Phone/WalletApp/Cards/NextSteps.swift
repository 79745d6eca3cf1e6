// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// The entries below the cards of the dashboard (extra/10), beyond those that follow from the cards. An entry without an occasion is nil.
struct NextSteps: Sendable, Equatable {
    /// An offer that concerns opening the app.
    enum Unlocking: Sendable, Equatable {
        /// Biometric unlock is possible with this sensor, and is off.
        case enable(BiometricKind)
        /// The user opens the app without the PIN, and can practise it.
        case practise
    }

    var unlocking: Unlocking?
    /// The newest event of a card in the wallet.
    var lastEvent: WalletEvent?
}

extension [CardSummary] {
    /// The card that needs the user most: the first that no longer counts, or the first that expires soon; nil if all are in order.
    var mostUrgent: CardSummary? {
        first { [.revoked, .expired, .corrupted].contains($0.status) } ?? first { $0.status == .expiresSoon }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
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
    /// The newest events of the wallet, newest first, whether or not they are about a card.
    var lastEvents: [WalletEvent] = []
    /// The cards that were renewed lately.
    var renewed: Set<CardID> = []
}

extension [CardSummary] {
    /// The cards that need the user: those that no longer count, then those that expire soon; empty if all are in order.
    var urgent: [CardSummary] {
        let ended = filter { [.revoked, .expired, .corrupted].contains($0.status) }
        return ended + filter { $0.status == .expiresSoon }
    }

    /// The valid cards that replaced an earlier card after an instant.
    func renewed(after instant: Date) -> Set<CardID> {
        Set(filter { card in card.status == .valid && card.renewedAt.map { $0 > instant } ?? false }.map(\.id))
    }
}

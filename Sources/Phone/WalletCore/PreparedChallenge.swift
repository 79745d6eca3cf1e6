// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// A challenge that was fetched before the PIN was complete. It is used once.
struct PreparedChallenge: Sendable, Equatable {
    /// As received.
    let challenge: String
    /// In steady time: what asks for the next one when this one is over counts that, too.
    let receivedAt: Date

    /// Whether it may be used now.
    func isFresh(at now: Date) -> Bool {
        (0..<PreparedChallengeLifetime.seconds).contains(now.timeIntervalSince(receivedAt))
    }
}

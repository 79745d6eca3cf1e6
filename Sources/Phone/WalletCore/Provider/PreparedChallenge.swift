// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// A challenge that was fetched before the PIN was complete. It is used once.
struct PreparedChallenge: Sendable, Equatable {
    let challenge: String
    /// In monotonic time, as the timer of the next prefetch.
    let receivedAt: Date

    /// True if it may be used now.
    func isFresh(at now: Date) -> Bool {
        (0..<PreparedChallengeLifetime.seconds).contains(now.timeIntervalSince(receivedAt))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A challenge that was fetched before the PIN was complete. It is used once.
struct PreparedChallenge: Sendable, Equatable {
    /// As received.
    let challenge: String
    /// By the phone's clock.
    let receivedAt: Date

    /// How old it may be when it is used, in seconds; the provider keeps it for 60.
    static let lifetime: TimeInterval = 45

    /// Whether it may be used now.
    func isFresh(at now: Date) -> Bool {
        (0..<Self.lifetime).contains(now.timeIntervalSince(receivedAt))
    }
}

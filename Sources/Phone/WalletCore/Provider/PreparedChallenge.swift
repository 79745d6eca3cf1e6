// SPDX-License-Identifier: EUPL-1.2

package import Foundation

extension WalletCore {
    /// How old a challenge that was fetched ahead may be when it is used, in seconds; the provider keeps it for 60.
    package static let preparationLifetime: TimeInterval = 45
}

/// A challenge that was fetched before the PIN was complete. It is used once.
struct PreparedChallenge: Sendable, Equatable {
    /// As received.
    let challenge: String
    /// In steady time: what asks for the next one when this one is over counts that, too.
    let receivedAt: Date

    /// Whether it may be used now.
    func isFresh(at now: Date) -> Bool {
        (0..<WalletCore.preparationLifetime).contains(now.timeIntervalSince(receivedAt))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The last that was learnt of the wallet's status.
struct StoredWalletStatus: Codable, Sendable, Equatable {
    /// A revocation, and what is known of it.
    struct Revocation: Codable, Sendable, Equatable {
        let cause: RevocationCause
        let canRegisterNewWallet: Bool
        /// Whether a result that the provider signed says so. A problem is not signed, and destroys nothing.
        var isProven: Bool
        /// Whether the user has been told.
        var isTold: Bool
    }

    /// nil while the wallet is active.
    var revocation: Revocation?
    /// When it was learnt, by the phone's clock.
    var learntAt: Date
    /// The latest time at which it was learnt or looked at, by the phone's clock: that clock has been as far. nil in stores of before.
    var seenAt: Date?

    /// As PF2.10 has it.
    var status: WalletStatus {
        revocation.map { .revoked($0.cause, canRegisterNewWallet: $0.canRegisterNewWallet) } ?? .active
    }

    /// How far the clock moves on before that is written down again, in seconds.
    static let lookInterval: TimeInterval = 60

    /// Whether it counts without being asked for anew: younger than the longest age, in seconds. From the future, or from before it was seen
    /// last, it is of no age: a clock that was put back keeps nothing alive. What is learnt anew counts whatever the clock has shown before.
    func isFresh(at now: Date, maximumAge: TimeInterval) -> Bool {
        now >= seenAt ?? learntAt && (0..<maximumAge).contains(now.timeIntervalSince(learntAt))
    }

    /// The same after it was looked at; nil when that is not worth a write.
    func seen(at now: Date) -> StoredWalletStatus? {
        guard now >= (seenAt ?? learntAt).addingTimeInterval(Self.lookInterval) else { return nil }
        var seen = self
        seen.seenAt = now
        return seen
    }

    /// Whether the wallet's data is to go: the user has deleted the wallet from elsewhere (fault F-U8).
    var demandsWipe: Bool { revocation.map { $0.cause == .byUser && $0.isProven } ?? false }

    /// What is known after something was learnt. A revocation is never undone, whatever is said later.
    static func merging(_ known: StoredWalletStatus?, _ learnt: WalletStatus, isProven: Bool, at now: Date) -> StoredWalletStatus {
        let before = known?.revocation
        switch learnt {
        case .active: return StoredWalletStatus(revocation: before, learntAt: now)
        case .revoked(let cause, let canRegisterNewWallet):
            // What is proven gives way only to what is proven.
            if let before, before.isProven, !isProven { return StoredWalletStatus(revocation: before, learntAt: now) }
            return StoredWalletStatus(
                revocation: Revocation(
                    cause: cause, canRegisterNewWallet: canRegisterNewWallet, isProven: isProven,
                    isTold: before.map { $0.isTold && $0.cause == cause } ?? false),
                learntAt: now)
        }
    }
}

extension StoreKey where Value == StoredWalletStatus {
    /// There from the registration on; also on a phone without a wallet when it may have none.
    static var walletStatus: Self { Self(.received, "wallet_status") }
}

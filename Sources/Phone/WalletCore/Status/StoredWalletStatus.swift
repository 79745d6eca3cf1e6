// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The last known status of the wallet.
struct StoredWalletStatus: Codable, Sendable, Equatable {
    /// A revocation, with its proof.
    struct Revocation: Codable, Sendable, Equatable {
        let cause: RevocationCause
        let canRegisterNewWallet: Bool
        /// True if a result signed by the provider proves it. An error response is unsigned, and must not erase anything.
        var isProven: Bool
        /// True if the user has seen it.
        var isShown: Bool

        private enum CodingKeys: String, CodingKey {
            case cause, canRegisterNewWallet, isProven
            case isShown = "isTold"
        }
    }

    /// The revocation; nil while the wallet is active.
    var revocation: Revocation?
    /// The time of the last update, by the phone's wall clock.
    var updatedAt: Date
    /// The latest time at which it was updated or read, by the phone's wall clock, which has been this far. Nil in stores of earlier
    /// versions.
    var seenAt: Date?

    private enum CodingKeys: String, CodingKey {
        case revocation, seenAt
        case updatedAt = "learntAt"
    }

    /// The status in terms of PF2.10.
    var status: WalletStatus {
        revocation.map { .revoked($0.cause, canRegisterNewWallet: $0.canRegisterNewWallet) } ?? .active
    }

    /// The advance of the clock after which `seenAt` is stored again, in seconds.
    static let lookInterval: TimeInterval = 60

    /// Returns true if the status is valid without a request: younger than the maximum age, in seconds. A status from the future, or a
    /// clock behind `seenAt`, is never fresh: setting the clock back keeps nothing alive. A new update is fresh whatever the clock has
    /// shown before.
    func isFresh(at now: Date, maximumAge: TimeInterval) -> Bool {
        now >= seenAt ?? updatedAt && (0..<maximumAge).contains(now.timeIntervalSince(updatedAt))
    }

    /// Returns the status with a new `seenAt`; nil when a write is not worthwhile.
    func seen(at now: Date) -> StoredWalletStatus? {
        guard now >= (seenAt ?? updatedAt).addingTimeInterval(Self.lookInterval) else { return nil }
        var seen = self
        seen.seenAt = now
        return seen
    }

    /// True if the wallet's data must be erased, because the user has deleted the wallet remotely (fault F-U8).
    var demandsWipe: Bool { revocation.map { $0.cause == .byUser && $0.isProven } ?? false }

    /// Returns the status after an update. A revocation is permanent, regardless of later updates.
    static func merging(_ known: StoredWalletStatus?, _ received: WalletStatus, isProven: Bool, at now: Date) -> StoredWalletStatus {
        let before = known?.revocation
        switch received {
        case .active: return StoredWalletStatus(revocation: before, updatedAt: now)
        case .revoked(let cause, let canRegisterNewWallet):
            // Only a proven revocation replaces a proven revocation.
            if let before, before.isProven, !isProven { return StoredWalletStatus(revocation: before, updatedAt: now) }
            return StoredWalletStatus(
                revocation: Revocation(
                    cause: cause, canRegisterNewWallet: canRegisterNewWallet, isProven: isProven,
                    isShown: before.map { $0.isShown && $0.cause == cause } ?? false),
                updatedAt: now)
        }
    }
}

extension StoreKey where Value == StoredWalletStatus {
    /// Present after the registration; also on a phone without a wallet that may not create a wallet.
    static var walletStatus: Self { Self(.received, "wallet_status") }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What it takes to end an account at the provider after its wallet is gone from the phone: nothing that a user entered or obtained.
struct PendingDeregistration: Codable, Sendable, Equatable {
    /// By what the provider knows the wallet.
    let identity: DeviceIdentity
    /// The provider's public base URL; no other provider is told.
    let audience: String
    /// The last sequence number that was or may have been sent.
    var sequenceNumber: Int64
    /// When the wallet was erased, by the phone's clock.
    let since: Date

    /// After how many seconds it is given up when the provider refuses it: 30 days. One that nobody answers is never given up.
    static let patience: TimeInterval = 30 * 86_400
    /// The longest time between two tries, in seconds.
    static let interval: TimeInterval = 3600
}

extension StoreKey where Value == [PendingDeregistration] {
    /// Accounts of earlier wallets whose end the provider has not confirmed yet.
    static var pendingDeregistrations: Self { Self(.received, "farewells") }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A pending deregistration, retried until the provider confirms it. It contains nothing that a user entered or obtained.
struct PendingDeregistration: Codable, Sendable, Equatable {
    /// The identity of the wallet at the provider.
    let identity: DeviceIdentity
    /// The provider's public base URL; no other provider is contacted.
    let audience: String
    /// The last sequence number that was sent or may have been.
    var sequenceNumber: Int64
    /// The time of the wipe, by the phone's wall clock.
    let since: Date

    private enum CodingKeys: String, CodingKey { case identity, audience, sequenceNumber, since }

    /// The time after which a refused deregistration is dropped, in seconds: 30 days. An unanswered deregistration is never dropped.
    static let patience: TimeInterval = 30 * 86_400
    /// The longest interval between two attempts, in seconds.
    static let interval: TimeInterval = 3600
}

extension StoreKey where Value == [PendingDeregistration] {
    /// Accounts of earlier wallets whose deregistration the provider has not confirmed.
    static var pendingDeregistrations: Self { Self(.received, "farewells") }
}

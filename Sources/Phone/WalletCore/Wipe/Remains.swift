// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration

/// What outlives a wipe on purpose, from the old store to the new one. Everything else goes.
///
/// Without the versions and the block, a wipe would bring back an older configuration or policy, or a version of the app that may not run
/// (threats T-C1, T-A3); they say nothing of a user.
struct Remains: Codable, Sendable, Equatable {
    /// The highest versions of signed documents ever accepted, by the name of their endpoint.
    var highestVersions: [String: Int64] = [:]
    /// That this version of the app was blocked.
    var block: StickyBlock?
    /// Accounts that the provider is to end.
    var farewells: [Farewell] = []
    /// Why the wallet is gone, as long as the user has not been told.
    var status: StoredWalletStatus?

    init() {}

    /// What a store holds of it; what cannot be read any more is left out.
    ///
    /// - Parameter audience: of the provider that the wallet is registered with.
    init(of store: SealedStore, audience: String, at now: Date) {
        for endpoint in DocumentEndpoint.allCases {
            highestVersions[endpoint.rawValue] = try? store.value(.highestVersion(of: endpoint))
        }
        block = try? store.value(.stickyBlock)
        farewells = (try? store.value(.farewells)) ?? []
        let isRevoked = (try? store.value(.walletStatus))?.status.isRevoked ?? false
        // A revoked account has ended already.
        if !isRevoked, let registration = try? store.value(.registration) {
            farewells.append(
                Farewell(
                    identity: DeviceIdentity(registration), audience: audience,
                    sequenceNumber: (try? store.value(.sequenceNumber)) ?? 0, since: now))
        }
    }

    /// Adds what else is known.
    mutating func merge(_ other: Remains) {
        highestVersions.merge(other.highestVersions, uniquingKeysWith: max)
        if let theirs = other.block, theirs.policyVersion >= block?.policyVersion ?? 0 { block = theirs }
        farewells += other.farewells.filter { theirs in !farewells.contains { $0.identity.walletID == theirs.identity.walletID } }
        status = status ?? other.status
    }

    /// Puts it into a store.
    ///
    /// - Throws: a store error.
    func put(into store: SealedStore) throws(WalletCoreError) {
        let remains = self
        try store.change { changes throws(WalletCoreError) in
            for endpoint in DocumentEndpoint.allCases {
                guard let version = remains.highestVersions[endpoint.rawValue] else { continue }
                try changes.set(.highestVersion(of: endpoint), to: version)
            }
            if let block = remains.block { try changes.set(.stickyBlock, to: block) }
            if !remains.farewells.isEmpty { try changes.set(.farewells, to: remains.farewells) }
            if let status = remains.status { try changes.set(.walletStatus, to: status) }
        }
    }
}

extension StoreKey where Value == Int64 {
    /// The highest version of a signed document that was ever accepted.
    static func highestVersion(of endpoint: DocumentEndpoint) -> Self { Self(.preference, "highest_\(endpoint.rawValue)") }
}

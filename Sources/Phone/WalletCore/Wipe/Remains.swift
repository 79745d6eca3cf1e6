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

    /// What a store holds of it; what is damaged is left out.
    ///
    /// - Parameter audience: of the provider that the wallet is registered with.
    /// - Throws: another store error: what cannot be read only now is not to be lost.
    init(of store: SealedStore, audience: String, at now: Date) throws(WalletCoreError) {
        func whole<Value>(_ key: StoreKey<Value>) throws(WalletCoreError) -> Value? {
            do throws(WalletCoreError) {
                return try store.value(key)
            } catch {
                guard error.code == .storeDamaged else { throw error }
                return nil
            }
        }
        for endpoint in DocumentEndpoint.allCases {
            highestVersions[endpoint.rawValue] = try whole(.highestVersion(of: endpoint))
        }
        block = try whole(.stickyBlock)
        farewells = try whole(.farewells) ?? []
        let isRevoked = try whole(.walletStatus)?.status.isRevoked ?? false
        // A revoked account has ended already.
        if !isRevoked, let registration = try whole(.registration) {
            farewells.append(
                Farewell(
                    identity: DeviceIdentity(registration), audience: audience,
                    sequenceNumber: try whole(.sequenceNumber) ?? 0, since: now))
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

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

/// The data that survives a wipe, carried from the old store to the new store.
///
/// Without the versions, the policy and the block, a wipe would reactivate an older configuration or policy, or a blocked version of the
/// app (threats T-C1, T-C4, T-A3). They reveal nothing about a user.
struct PostWipeRecord: Codable, Sendable, Equatable {
    /// The highest versions of signed documents ever accepted, by endpoint name.
    var highestVersions: [String: Int64] = [:]
    /// The block of this version of the app.
    var block: StickyBlock?
    /// The newest accepted update policy.
    var policy: KnownPolicy?
    /// The latest time at which the policy was judged.
    var policyTime: Date?
    var pendingDeregistrations: [PendingDeregistration] = []
    /// The reason for the erasure, until the user has seen it.
    var status: StoredWalletStatus?

    /// The stored names, which stay when a property is renamed.
    private enum CodingKeys: String, CodingKey {
        case highestVersions, block, policy, policyTime, status
        case pendingDeregistrations = "farewells"
    }

    init() {}

    /// Collects the data from a store, skipping damaged values.
    ///
    /// - Parameter audience: the provider with which the wallet is registered.
    /// - Throws: any other store error, because temporarily unreadable data must not be lost.
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
        policy = try whole(.knownPolicy)
        policyTime = try whole(.policyTime)
        removeExpired()
        pendingDeregistrations = try whole(.pendingDeregistrations) ?? []
        let isRevoked = try whole(.walletStatus)?.status.isRevoked ?? false
        // A revoked account needs no deregistration.
        if !isRevoked, let registration = try whole(.registration) {
            pendingDeregistrations.append(
                PendingDeregistration(
                    identity: DeviceIdentity(registration), audience: audience,
                    sequenceNumber: try whole(.sequenceNumber) ?? 0, since: now))
        }
    }

    /// Merges another record into this record.
    mutating func merge(_ other: PostWipeRecord) {
        highestVersions.merge(other.highestVersions, uniquingKeysWith: max)
        if let theirs = other.block, theirs.policyVersion >= block?.policyVersion ?? 0 { block = theirs }
        if let theirs = other.policy, theirs.version >= policy?.version ?? 0 { policy = theirs }
        policyTime = [policyTime, other.policyTime].compactMap(\.self).max()
        pendingDeregistrations += other.pendingDeregistrations.filter { theirs in
            !pendingDeregistrations.contains { $0.identity.walletID == theirs.identity.walletID }
        }
        status = status ?? other.status
        removeExpired()
    }

    /// Takes over the contents of a policy's file, overriding the store's.
    mutating func note(_ document: SignedUpdatePolicy, on appVersion: AppVersion, at now: Date) {
        let known = KnownPolicy(document)
        policy = known
        highestVersions[DocumentEndpoint.updatePolicy.rawValue] = known.version
        let verdict = StickyBlock.verdict(on: appVersion, by: known, after: nil, at: Int64(now.timeIntervalSince1970))
        block = StickyBlock(verdict, on: appVersion, policyVersion: known.version)
    }

    /// Drops a block and a policy older than the newest policy.
    private mutating func removeExpired() {
        let highest = max(highestVersions[DocumentEndpoint.updatePolicy.rawValue] ?? 0, policy?.version ?? 0)
        if let version = block?.policyVersion, version < highest { block = nil }
        if let version = policy?.version, version < highest { policy = nil }
    }

    /// Writes the record to a store.
    ///
    /// - Throws: a store error.
    func put(into store: SealedStore) throws(WalletCoreError) {
        let record = self
        try store.change { changes throws(WalletCoreError) in
            for endpoint in DocumentEndpoint.allCases {
                guard let version = record.highestVersions[endpoint.rawValue] else { continue }
                try changes.set(.highestVersion(of: endpoint), to: version)
            }
            if let block = record.block { try changes.set(.stickyBlock, to: block) } else { changes.remove(.stickyBlock) }
            if let policy = record.policy { try changes.set(.knownPolicy, to: policy) }
            if let time = record.policyTime { try changes.set(.policyTime, to: time) }
            if !record.pendingDeregistrations.isEmpty { try changes.set(.pendingDeregistrations, to: record.pendingDeregistrations) }
            if let status = record.status { try changes.set(.walletStatus, to: status) }
        }
    }
}

extension StoreKey where Value == Int64 {
    /// The highest version of a signed document ever accepted.
    static func highestVersion(of endpoint: DocumentEndpoint) -> Self { Self(.preference, "highest_\(endpoint.rawValue)") }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// The phone's own facts within a time limit. No fact has a safe guess: an unknown phone must not count as rooted or as not rooted, nor as
/// waiting for its first unlock, and without the installation's identity the keys of an earlier installation would look like a damaged
/// store. So the core asks through the functions that throw.
struct UtilitiesInTime: UtilitiesBridge {
    /// In seconds.
    static let limit: TimeInterval = 10

    let bridge: any UtilitiesBridge
    let calls: BridgeCalls

    var storageDirectory: String { bridge.storageDirectory }

    func installationIdentity() async -> InstallationIdentity? { try? await knownInstallationIdentity() }

    func isStorageAvailable() async -> Bool { (try? await knowsStorageAvailable()) ?? false }

    func isDeviceRooted() async -> Bool { (try? await knowsDeviceRooted()) ?? true }

    // MARK: With an error instead of an answer

    fileprivate func knownInstallationIdentity() async throws(WalletCoreError) -> InstallationIdentity? {
        try await calls.value(within: Self.limit, orThrow: .notAnswering) { [bridge] () async throws(WalletCoreError) in
            await bridge.installationIdentity()
        }
    }

    fileprivate func knowsStorageAvailable() async throws(WalletCoreError) -> Bool {
        try await calls.value(within: Self.limit, orThrow: .notAnswering) { [bridge] () async throws(WalletCoreError) in
            await bridge.isStorageAvailable()
        }
    }

    fileprivate func knowsDeviceRooted() async throws(WalletCoreError) -> Bool {
        try await calls.value(within: Self.limit, orThrow: .notAnswering) { [bridge] () async throws(WalletCoreError) in
            await bridge.isDeviceRooted()
        }
    }
}

extension UtilitiesBridge {
    /// The installation's identity.
    ///
    /// - Throws: `hardwareFailed` if the phone does not answer in time.
    func installationIdentityInTime() async throws(WalletCoreError) -> InstallationIdentity? {
        guard let timed = self as? UtilitiesInTime else { return await installationIdentity() }
        return try await timed.knownInstallationIdentity()
    }

    /// True if files and keys can be used.
    ///
    /// - Throws: `hardwareFailed` if the phone does not answer in time.
    func isStorageAvailableInTime() async throws(WalletCoreError) -> Bool {
        guard let timed = self as? UtilitiesInTime else { return await isStorageAvailable() }
        return try await timed.knowsStorageAvailable()
    }

    /// True if the device is rooted.
    ///
    /// - Throws: `hardwareFailed` if the phone does not answer in time.
    func isDeviceRootedInTime() async throws(WalletCoreError) -> Bool {
        guard let timed = self as? UtilitiesInTime else { return await isDeviceRooted() }
        return try await timed.knowsDeviceRooted()
    }
}

// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

/// A phone that tells another directory, identity or state than its own.
struct HostileUtilities: UtilitiesBridge {
    let utilities: FakeUtilities
    /// The directory, given the honest one.
    var directory: @Sendable (String) -> String = { $0 }
    /// The identity, given the honest one.
    var identity: @Sendable (InstallationIdentity?) -> InstallationIdentity? = { $0 }
    var isAvailable = true

    var storageDirectory: String { directory(utilities.storageDirectory) }

    func installationIdentity() async -> InstallationIdentity? { identity(await utilities.installationIdentity()) }

    func isStorageAvailable() async -> Bool { isAvailable }

    func isDeviceRooted() async -> Bool { await utilities.isDeviceRooted() }
}

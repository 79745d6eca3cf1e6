// SPDX-License-Identifier: EUPL-1.2

/// What else the core needs of the platform.
package protocol UtilitiesBridge: Sendable {
    /// The app's own directory, excluded from backups; it exists.
    var storageDirectory: String { get }

    /// Whether the device is rooted or jailbroken (UC1.2/2.2).
    func isDeviceRooted() async -> Bool
}

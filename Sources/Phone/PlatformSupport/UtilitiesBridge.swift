// SPDX-License-Identifier: EUPL-1.2

/// What else the core needs of the platform.
package protocol UtilitiesBridge: Sendable {
    /// The app's own directory, excluded from backups; it exists.
    var storageDirectory: String { get }

    /// The identity of the present installation of the app; nil when the platform cannot tell it. Without an identity the core takes no key
    /// for one of an earlier installation.
    func installationIdentity() async -> InstallationIdentity?

    /// Whether the device is rooted or jailbroken (UC1.2/2.2).
    func isDeviceRooted() async -> Bool
}

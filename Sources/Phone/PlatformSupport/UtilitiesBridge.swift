// SPDX-License-Identifier: EUPL-1.2

/// Other services of the platform that the core uses.
package protocol UtilitiesBridge: Sendable {
    /// The app's own directory, excluded from backups. It exists.
    var storageDirectory: String { get }

    /// The identity of the present installation of the app; nil when the platform has none. Without an identity the core never assumes that a key
    /// belongs to an earlier installation.
    func installationIdentity() async -> InstallationIdentity?

    /// Returns true if the device is rooted or jailbroken (UC1.2/2.2).
    func isDeviceRooted() async -> Bool
}

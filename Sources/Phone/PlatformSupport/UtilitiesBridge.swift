// SPDX-License-Identifier: EUPL-1.2

/// Other services of the platform that the core uses.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - UTL-01: The storage directory exists, and the app can write and read there.
/// - UTL-02: The identity of the installation is the same in every call.
/// - UTL-03: Files and keys are available while the phone is in use.
/// - UTL-04: Before the phone is first unlocked, files and keys are reported as unavailable.
/// - UTL-05: A phone that is not rooted is not reported as rooted.
/// - UTL-06: A file survives the end of the process.
/// - UTL-07: The identity of the installation survives the end of the process.
///
/// The core leaves a question that is not answered within 10 seconds, and cancels it. See ``PlatformBridges``. It cannot leave
/// `storageDirectory`.
public protocol UtilitiesBridge: Sendable {
    /// The app's own directory, which exists and is excluded from backups.
    var storageDirectory: String { get }

    /// The identity of the present installation of the app; nil when the platform has none. Without an identity the core never assumes that
    /// a key belongs to an earlier installation.
    func installationIdentity() async -> InstallationIdentity?

    /// Returns true if the app's files and keys can be used: false only from the phone's start until its user first unlocks it.
    func isStorageAvailable() async -> Bool

    /// Returns true if the device is rooted or jailbroken (UC1.2/2.2).
    func isDeviceRooted() async -> Bool
}

// SPDX-License-Identifier: EUPL-1.2

#if canImport(Security)

import Foundation
import PlatformSupport

/// The storage, the installation's identity and the signs of a jailbreak on an iPhone.
struct AppleUtilities: UtilitiesBridge {
    let storageDirectory: String
    private let identityFile: URL
    private let probe: KeychainItems

    /// Creates the directories of the app.
    ///
    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    /// - Throws: the error of Foundation when a directory cannot be made.
    init(accessGroup: String? = nil) throws {
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        var container = support.appending(path: "wallet", directoryHint: .isDirectory)
        let storage = container.appending(path: "storage", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: storage, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try container.setResourceValues(values)
        storageDirectory = storage.path(percentEncoded: false)
        identityFile = container.appending(path: "installation")
        probe = KeychainItems(service: "wallet.probe", accessGroup: accessGroup)
    }

    func installationIdentity() -> InstallationIdentity? {
        guard probe.isAccessible else { return nil }
        if let stored = try? String(contentsOf: identityFile, encoding: .utf8) { return InstallationIdentity(stored) }
        let made = UUID().uuidString
        do {
            try Data(made.utf8).write(to: identityFile, options: .withoutOverwriting)
        } catch {
            // Another call made it first.
            return (try? String(contentsOf: identityFile, encoding: .utf8)).flatMap { InstallationIdentity($0) }
        }
        return InstallationIdentity(made)
    }

    func isStorageAvailable() -> Bool { probe.isAccessible }

    /// Looks for the traces of common jailbreaks, and for a file outside of the app's sandbox that can be written. A jailbreak that hides
    /// is not found: the provider's check of the attestation decides.
    func isDeviceRooted() -> Bool {
        let files = FileManager.default
        let traces = ["/Applications/Cydia.app", "/Applications/Sileo.app", "/var/jb", "/usr/sbin/sshd", "/etc/apt", "/bin/bash"]
        if traces.contains(where: files.fileExists(atPath:)) { return true }
        let outside = URL(filePath: "/private/\(UUID().uuidString)")
        guard (try? Data().write(to: outside)) != nil else { return false }
        try? files.removeItem(at: outside)
        return true
    }
}

#endif

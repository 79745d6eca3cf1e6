// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// The hardware's memory of the installation that made its keys.
///
/// It consists of two keys that encrypt nothing. `wallet.installation.IDENTITY` names an installation; `wallet.installation` is made after it
/// and says that the hardware knows an installation. An iPhone keeps both when the app is deleted.
///
/// Keys belong to an earlier installation only if all of this holds:
/// - the platform tells the identity of the present installation;
/// - the hardware knows an installation, and does not know the present one;
/// - no file of the core is in the app's directory.
///
/// So a store that is damaged, emptied or lost is never taken for a new one: its installation is known. The identity alone decides nothing
/// either: with a changed identity and any file of the core, the store is opened as it is.
struct InstallationMemory: Sendable {
    /// The app's name for the key that says that the hardware knows an installation.
    static let encryptionKeyIdentifier = "wallet.installation"

    /// The present installation.
    let identity: InstallationIdentity
    /// The hardware that remembers.
    let encryptionKey: any EncryptionKeyBridge

    /// The app's name for the key that names the present installation.
    private var presentIdentifier: String { Self.encryptionKeyIdentifier + "." + identity.text }

    /// Whether the keys in the hardware belong to an earlier installation.
    ///
    /// - Parameter directory: the app's own directory. While it cannot be read nothing is taken for an earlier installation's.
    /// - Throws: `unexpected` when the hardware fails.
    func isOutdated(in directory: String) async throws(WalletCoreError) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory), !names.contains(where: CoreFile.isOfCore) else {
            return false
        }
        guard try await SealedStore.keyExists(encryptionKey, Self.encryptionKeyIdentifier) else { return false }
        return try await !SealedStore.keyExists(encryptionKey, presentIdentifier)
    }

    /// Has the hardware remember the present installation. Hardware that cannot is no reason to refuse a store: the next start tries again.
    func notePresent() async {
        for identifier in [presentIdentifier, Self.encryptionKeyIdentifier] {
            do throws(WalletCoreError) {
                guard try await !SealedStore.keyExists(encryptionKey, identifier) else { continue }
            } catch {
                return
            }
            guard (try? await encryptionKey.encrypt([], with: identifier)) != nil else { return }
        }
    }
}

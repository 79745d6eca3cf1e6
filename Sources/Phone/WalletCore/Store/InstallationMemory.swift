// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletInterface

/// The hardware's record of the installation that made its keys.
///
/// It consists of two keys that encrypt nothing: only their existence counts. `wallet.installation.IDENTITY` names an installation.
/// `wallet.installation`, made later, shows that the hardware has recorded an installation. An iPhone keeps both when the app is deleted.
///
/// Keys belong to an earlier installation only if all of these conditions are met:
/// - the platform has an identity for the present installation;
/// - the hardware has recorded an installation, but not the present installation;
/// - no file of the core is in the app's directory.
///
/// So a damaged, emptied or lost store is never treated as a new store, because its installation is known. The identity alone decides
/// nothing either: with a changed identity and any file of the core, the store is opened as it is.
struct InstallationMemory: Sendable {
    /// The app's name for the key that marks a known installation.
    static let encryptionKeyIdentifier = "wallet.installation"

    let identity: InstallationIdentity
    let encryptionKey: any EncryptionKeyBridge

    /// The app's name for the key that names the present installation.
    private var presentIdentifier: String { Self.encryptionKeyIdentifier + "." + identity.text }

    /// Returns true if the keys in the hardware belong to an earlier installation.
    ///
    /// - Parameter directory: the app's directory. If it is unreadable, the result is false.
    /// - Throws: `hardwareFailed`, `notAvailableYet`.
    func isOutdated(in directory: String) async throws(WalletCoreError) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory), !names.contains(where: CoreFile.isOfCore) else {
            return false
        }
        guard try await SealedStore.keyExists(encryptionKey, Self.encryptionKeyIdentifier) else { return false }
        return try await !SealedStore.keyExists(encryptionKey, presentIdentifier)
    }

    /// Records the present installation in the hardware. A failure does not refuse the store: the next start retries.
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

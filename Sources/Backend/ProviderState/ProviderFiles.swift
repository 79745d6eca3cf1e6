// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The files of a provider in one directory whose lock is held, and what may be missing of them when the provider starts.
///
/// The first start makes, in this order: the marker, the secret, the keys, the account database; then it removes the marker. So a first start
/// that was ended on the way is told from files that were lost.
package struct ProviderFiles: Sendable {
    /// The path of the directory.
    package let directory: String

    /// The files in a directory.
    package init(directory: String) {
        self.directory = directory
    }

    /// The secret that opens the file of keys.
    package var secret: String { directory + "/keys.secret" }
    /// The software keys, sealed.
    package var keys: String { directory + "/keys.sealed" }
    /// The SQLite database.
    package var accounts: String { directory + "/accounts.sqlite" }
    /// The development CA's files.
    package var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }
    private var marker: String { directory + "/first-start" }

    /// Refuses a directory or key files that others may read. Files that are not there are not looked at.
    ///
    /// - Throws: `StartError` naming the first of them.
    package func checkPrivacy() throws(StartError) {
        try PrivateDirectory(path: directory).check(secrets: [secret, keys])
    }

    /// Call it before anything inside is opened: a first start that was ended on the way begins anew.
    ///
    /// - Parameter keysAreFiles: false when the keys are on a token; then nothing can be said about them here.
    /// - Throws: `StartError` when keys or accounts were lost, or others may read them; nothing was changed then.
    package func begin(keysAreFiles: Bool = true) throws {
        try checkPrivacy()
        guard keysAreFiles else { return }
        switch (keys: isThere(keys), secret: isThere(secret), accounts: hasContent(accounts)) {
        case (keys: false, secret: false, accounts: false):
            try setMarker()
        case (keys: false, secret: true, accounts: false):
            try setMarker()
            do {
                try FileManager.default.removeItem(atPath: secret)
            } catch {
                throw StartError("\(secret) cannot be removed: \(StartError.reason(of: error)).")
            }
        case (keys: true, secret: true, accounts: false) where !isThere(marker):
            throw StartError(
                "The keys \(keys) are there, but the account database \(accounts) is missing or empty; put it back. Nothing was changed.")
        case (keys: false, secret: false, accounts: true):
            throw StartError(
                "The account database \(accounts) is there, but its keys \(keys) and \(secret) are missing; put them back. Nothing was changed."
            )
        default:
            break  // All is there, or the HSM says which of its two files is missing.
        }
    }

    /// Call it when keys and database are open.
    package func finish() {
        // One that stays does no harm as long as the others do.
        try? FileManager.default.removeItem(atPath: marker)
    }

    private func setMarker() throws {
        // The marker is on the disk before the keys are.
        try StateFile.replace(marker, with: [])
    }

    private func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private func hasContent(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        return (size?.int64Value ?? 0) > 0
    }
}

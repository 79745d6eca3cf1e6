// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The files of a provider in one locked directory, and the detection of lost files at the start.
///
/// The first start creates the marker, the secret, the keys and the account database, in this order, and then removes the marker. So an
/// interrupted first start is distinguished from lost files.
package struct ProviderFiles: Sendable {
    package let directory: String

    package init(directory: String) {
        self.directory = directory
    }

    /// The secret that opens the key file.
    package var secret: String { directory + "/keys.secret" }
    /// The sealed software keys.
    package var keys: String { directory + "/keys.sealed" }
    /// The SQLite database.
    package var accounts: String { directory + "/accounts.sqlite" }
    /// The SQLite database after its accounts were moved to PostgreSQL.
    package var movedAccounts: String { Self.moved(accounts) }
    /// The directory of the development CA's files.
    package var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }
    private var marker: String { directory + "/first-start" }

    /// Rejects a directory or key files that other users may read. Missing files are ignored.
    ///
    /// - Throws: `StartError` naming the first path that other users may read.
    package func checkPrivacy() throws {
        try PrivateDirectory(path: directory).check(secrets: [secret, keys])
    }

    /// The path of a SQLite database after its accounts were moved.
    package static func moved(_ accounts: String) -> String { accounts + ending }

    /// True for the path of a SQLite database after its accounts were moved.
    package static func isMoved(_ accounts: String) -> Bool { accounts.hasSuffix(ending) }

    private static let ending = ".moved"

    /// Rejects a directory whose accounts were moved, also with a copy of them beside. Call before opening its SQLite database, because
    /// opening would create a new, empty database.
    ///
    /// - Throws: `StartError` with the option to give.
    package func refuseMovedAccounts() throws {
        guard !isThere(movedAccounts) else {
            throw StartError(
                "The accounts were moved to PostgreSQL: give --database. The former file is \(movedAccounts). Nothing was changed.")
        }
    }

    /// True if there is a SQLite database that is not empty. An empty file is a database that was lost.
    package var hasAccounts: Bool { Self.hasContent(accounts) }

    /// Rejects software keys that were in use without their SQLite database. Call before opening the database, because opening would
    /// create a new, empty database.
    ///
    /// - Throws: `StartError` naming the files.
    package func refuseLostAccounts() throws {
        guard isThere(keys), isThere(secret), !hasAccounts, !isThere(movedAccounts), !isThere(marker) else { return }
        throw StartError(
            "The keys \(keys) are there, but the account database \(accounts) is missing or empty; put it back. Nothing was changed.")
    }

    /// Call before opening a file in the directory. An interrupted first start begins again.
    ///
    /// - Parameters:
    ///   - keysAreFiles: false if the keys are on a token, which is not checked here.
    ///   - accountsAreFiles: false if the accounts are in PostgreSQL, which is not checked here.
    /// - Throws: `StartError` if keys or accounts were lost or moved, or other users may read them. After an error nothing is changed.
    package func begin(keysAreFiles: Bool = true, accountsAreFiles: Bool = true) throws {
        try checkPrivacy()
        if accountsAreFiles { try refuseMovedAccounts() }
        guard keysAreFiles else { return }
        // The keys of moved accounts are those that were in use before.
        let hadAccounts = hasAccounts || isThere(movedAccounts)
        if accountsAreFiles { try refuseLostAccounts() }
        switch (keys: isThere(keys), secret: isThere(secret), accounts: hadAccounts) {
        case (keys: false, secret: false, accounts: false):
            try setMarker()
        case (keys: false, secret: true, accounts: false):
            try setMarker()
            do {
                try FileManager.default.removeItem(atPath: secret)
            } catch {
                throw StartError("\(secret) cannot be removed: \(StartError.reason(of: error)).")
            }
        case (keys: false, secret: false, accounts: true):
            throw StartError(
                "The account database \(accounts) is there, but its keys \(keys) and \(secret) are missing; put them back. Nothing was changed."
            )
        default:
            break  // All is there, or the HSM says which of its two files is missing.
        }
    }

    /// Call once keys and database are open.
    package func finish() {
        // A remaining marker does no harm while the other files exist.
        try? FileManager.default.removeItem(atPath: marker)
    }

    private func setMarker() throws {
        // The marker must be durable before the keys.
        try StateFile.replace(marker, with: [])
    }

    private func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// True if the file exists and is not empty. If the path is a link, its target counts.
    package static func hasContent(_ path: String) -> Bool {
        // A link has a size of its own, also when its target is lost.
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        let size = try? FileManager.default.attributesOfItem(atPath: real)[.size] as? NSNumber
        return (size?.int64Value ?? 0) > 0
    }
}

extension ServerDirectory {
    /// The files of a provider inside.
    package var providerFiles: ProviderFiles { ProviderFiles(directory: path) }
}

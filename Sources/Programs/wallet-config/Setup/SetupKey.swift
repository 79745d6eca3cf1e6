// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import DurableFiles
import Foundation
import ServerCommands
import ServerState
import WalletConfiguration

/// The signing key of `init`: an existing file, or a new key that is written when everything else is.
struct SetupKey {
    let key: SigningKey
    /// The absolute path of its file.
    let path: String
    private let isNew: Bool

    /// Reads the key, or creates it if there is no file.
    ///
    /// - Parameter environment: of a new key; an existing key must have it.
    /// - Throws: `StartError` naming the file.
    init(path: String, environment: EnvironmentName?) throws {
        self.path = SetupDirectory.absolute(path)
        isNew = !FileManager.default.fileExists(atPath: path)
        guard isNew else {
            key = try SigningKey(file: path)
            guard environment == nil || environment == key.environment else {
                throw StartError("\(path) signs documents of the environment \(key.environment) only. Nothing was changed.")
            }
            return
        }
        guard let environment else {
            throw StartError("there is no key \(path): give --environment to create it. Nothing was changed.")
        }
        key = try SigningKey(creatingFor: environment)
    }

    /// Writes a new key; returns false for an existing key.
    ///
    /// - Throws: `StartError` naming the file.
    func writeIfNew() throws -> Bool {
        guard isNew else { return false }
        do {
            try key.write(to: path)
        } catch {
            // The key may be there although the disk did not confirm it. Another program's file stays.
            if let written = try? SigningKey(file: path), written.keyID == key.keyID { remove() }
            throw error
        }
        return true
    }

    /// Removes a new key that was written before an error.
    func remove() { try? DurableFile.remove(path) }
}

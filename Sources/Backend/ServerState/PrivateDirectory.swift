// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A directory that only its owner may list, enter or change, with its secret files.
///
/// Directories created by this program have the mode 0700. A directory created by an operator or a backup program may be open to other
/// users.
package struct PrivateDirectory: Sendable {
    private let path: String

    package init(path: String) { self.path = path }

    /// Checks the mode of the directory and of the existing secret files.
    ///
    /// A missing directory passes: the caller creates it or reports it.
    ///
    /// - Parameter secrets: the paths of files that only their owner may read.
    /// - Throws: `StartError` naming the directory or file that other users may read, and the mode to set.
    package func check(secrets: [String] = []) throws {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StartError("\(path) cannot be examined: \(StartError.reason(of: errno))") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StartError("\(path) is not a directory") }
        guard status.st_mode & 0o077 == 0 else {
            throw StartError("the directory \(path) is open to others; give it the mode 0700 (chmod 700 \(path))")
        }
        // Otherwise the files in it would seem to be missing.
        guard unsafe access(path, X_OK) == 0 else {
            throw StartError(
                "the directory \(path) cannot be used: \(StartError.reason(of: errno)); run this as its owner, the user \(status.st_uid)")
        }
        for secret in secrets where FileManager.default.fileExists(atPath: secret) { try SecretFile(path: secret).check() }
    }
}

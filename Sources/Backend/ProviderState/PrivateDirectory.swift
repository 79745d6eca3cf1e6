// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A directory that only its owner may list, enter or change, and the secret files in it.
///
/// A directory that is made here has the mode 0700. A directory that an operator or a backup program made may be open, and then its files are.
package struct PrivateDirectory: Sendable {
    private let path: String

    /// A directory.
    package init(path: String) { self.path = path }

    /// Checks the mode of the directory, and of those secret files that are there.
    ///
    /// A directory that is not there passes: the caller makes it, or says that it is missing.
    ///
    /// - Parameter secrets: paths of files with secrets, of which only their owner may read.
    /// - Throws: `StartError` naming the directory or the file that others may read, and the mode to give it.
    package func check(secrets: [String] = []) throws(StartError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StartError("\(path) cannot be looked at: \(StartError.reason(of: errno))") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StartError("\(path) is not a directory") }
        guard status.st_mode & 0o077 == 0 else {
            throw StartError("the directory \(path) is open to others; give it the mode 0700 (chmod 700 \(path))")
        }
        for secret in secrets where FileManager.default.fileExists(atPath: secret) { try SecretFile(path: secret).check() }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import ServerState

/// A small file that the command line names. It may be a pipe.
package struct InputFile: Sendable {
    package let path: String

    /// The size limit, in bytes.
    private static let maximumSize = 1 << 25

    package init(path: String) { self.path = path }

    /// Reads the content.
    ///
    /// - Throws: `StartError` naming the file.
    package func bytes() throws -> [UInt8] {
        do {
            return try BoundedRead.bytes(of: path, atMost: Self.maximumSize, from: .anything)
        } catch {
            throw StartError(error.reason)
        }
    }
}

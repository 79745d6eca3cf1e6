// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import ProviderState

/// A small file that the command line names. It may be a pipe.
package struct InputFile: Sendable {
    package let path: String

    /// The size limit, in bytes.
    private static let maximumSize = 1 << 25

    package init(path: String) { self.path = path }

    /// Reads the content.
    ///
    /// - Throws: `StartError` naming the file.
    package func bytes() throws(StartError) -> [UInt8] {
        let content: Data?
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            content = try handle.read(upToCount: Self.maximumSize + 1) ?? Data()
            try handle.close()
        } catch {
            throw StartError("\(path) cannot be read: \(StartError.reason(of: error))")
        }
        guard let content, content.count <= Self.maximumSize else { throw StartError("\(path) is too large") }
        return Array(content)
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import DurableFiles
import Foundation

/// Files that must not be there yet, written all or not at all. A file that exists is never overwritten.
package struct NewFiles: Sendable {
    private var files: [(path: String, bytes: [UInt8], permissions: UInt16)] = []
    private let calls: any FileCalls

    /// No files.
    ///
    /// - Parameter calls: the system's calls; tests replace them.
    package init(calls: any FileCalls = SystemFileCalls()) { self.calls = calls }

    /// Adds a file that everyone may read (mode 0644), or only its owner (0600).
    package mutating func add(_ path: String, _ text: String, isSecret: Bool) {
        files.append((path, Array(text.utf8), isSecret ? 0o600 : 0o644))
    }

    /// Writes the files durably.
    ///
    /// - Throws: `FileError` naming the file. Nothing was written then.
    package func write() throws(FileError) {
        var written: [String] = []
        for file in files {
            do {
                let handle = try calls.create(file.path, permissions: file.permissions)
                written.append(file.path)
                defer { try? handle.close() }
                try calls.write(file.bytes, to: handle, at: file.path)
                try calls.synchronize(handle, at: file.path)
                try DurableFile.flushDirectory(DurableFile(file.path).directory, calls)
            } catch {
                for path in written { try? calls.remove(path) }
                let isThere = (error as? POSIXError)?.code == .EEXIST
                let reason = isThere ? "is there already and was not changed" : "cannot be written: \(FileError.reason(of: error))"
                throw FileError(.refused, "\(file.path) \(reason)")
            }
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The file-system calls of the core's files. Their order decides if a file survives a power cut, so tests record them and make each of them fail.
///
/// - SeeAlso: threats F-D4, F-D5.
protocol FileCalls: Sendable {
    /// Creates an empty file that only its owner may read, and opens it for writing.
    ///
    /// - Throws: also if the path exists.
    func create(_ path: String) throws -> FileHandle
    /// Appends bytes.
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws
    /// Waits until a file's content, or the names in a directory, are on the disk.
    func synchronize(_ file: FileHandle, at path: String) throws
    /// Atomically renames a file over another.
    func rename(_ path: String, to newPath: String) throws
    /// Removes the entry at a path; a link's target stays.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` if absent.
    func remove(_ path: String) throws
}

/// The operating system's calls.
struct SystemFileCalls: FileCalls {
    func create(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws { try file.write(contentsOf: bytes) }

    func synchronize(_ file: FileHandle, at path: String) throws { try file.synchronize() }

    func rename(_ path: String, to newPath: String) throws {
        guard unsafe Foundation.rename(path, newPath) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }
}

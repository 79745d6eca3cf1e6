// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What files of the core ask of the disk, call by call. Whether a file survives a power cut depends on these calls and their order: tests
/// stand in between, write them down and let each fail.
///
/// - SeeAlso: threats F-D4, F-D5.
protocol FileCalls: Sendable {
    /// Makes a file without a byte that only its owner may read, and opens it for writing.
    ///
    /// - Throws: also when something lies at the path already.
    func create(_ path: String) throws -> FileHandle
    /// Writes at the end of what was written.
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws
    /// Waits until a file's content, or the names in a directory, are on the disk.
    func synchronize(_ file: FileHandle, at path: String) throws
    /// Puts a file in another's place, as a whole.
    func rename(_ path: String, to newPath: String) throws
    /// Removes whatever lies at a path; a link's target stays.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` when there is nothing.
    func remove(_ path: String) throws
}

/// The calls as the operating system does them.
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

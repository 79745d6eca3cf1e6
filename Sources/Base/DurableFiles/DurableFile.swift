// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A small file that is replaced as a whole. After a kill or a power cut its path leads to either the old or the new content.
///
/// Every replacement takes the same steps: write a file `PATH.new`, flush it to disk, rename it, flush the directory. The temporary file
/// never follows a link and is not inherited by child processes. The next replacement removes the remains of an interrupted replacement.
///
/// - SeeAlso: threats-and-faults.md, F-D4, F-D5.
package struct DurableFile: Sendable {
    package let path: String
    private let calls: any FileCalls

    /// - Parameter calls: the system's calls; tests replace them.
    package init(_ path: String, calls: any FileCalls = SystemFileCalls()) {
        self.path = path
        self.calls = calls
    }

    /// The path of a replacement until it is renamed.
    package var temporaryPath: String { path + ".new" }

    /// Replaces the file or creates it. The new content is durable when this returns.
    ///
    /// - Parameter permissions: the mode of the new file, independent of the process's umask.
    /// - Throws: `FileError` with `refused`, `notFlushed` or `directoryNotFlushed`.
    package func replace(with bytes: some DataProtocol, permissions: UInt16 = 0o600) throws(FileError) {
        let file = try replaceAndOpen(with: bytes, permissions: permissions)
        try? file.close()
    }

    /// Replaces the file like `replace`, and returns the new file, open for writing after its content.
    ///
    /// - Throws: like `replace`.
    package func replaceAndOpen(with bytes: some DataProtocol, permissions: UInt16 = 0o600) throws(FileError) -> FileHandle {
        let temporary = temporaryPath
        let file: FileHandle
        try? calls.remove(temporary)
        do {
            file = try calls.create(temporary, permissions: permissions)
            try calls.write(bytes, to: file, at: temporary)
            do {
                try calls.synchronize(file, at: temporary)
            } catch {
                throw FileError(.notFlushed, "\(path) cannot be flushed to the disk: \(FileError.reason(of: error))")
            }
            try calls.rename(temporary, to: path)
        } catch {
            try? calls.remove(temporary)
            throw error as? FileError ?? FileError(.refused, "\(path) cannot be written: \(FileError.reason(of: error))")
        }
        try Self.flushDirectory(directory, calls)
        return file
    }

    /// Renames the file, replacing any file of the new name. The new name is durable when this returns.
    ///
    /// - Parameter newPath: a path in the same directory.
    /// - Throws: `FileError` with `refused` or `directoryNotFlushed`.
    package func rename(to newPath: String) throws(FileError) {
        do {
            try calls.rename(path, to: newPath)
        } catch {
            throw FileError(.refused, "\(path) cannot be renamed: \(FileError.reason(of: error))")
        }
        try Self.flushDirectory(directory, calls)
    }

    /// Removes the file or directory at the path, and the remains of an interrupted replacement. A missing file is no error.
    ///
    /// - Throws: `FileError` with `refused` or `directoryNotFlushed`.
    package func remove() throws(FileError) {
        for path in [temporaryPath, path] { try Self.remove(path, calls) }
        try Self.flushDirectory(directory, calls)
    }

    /// Removes the file or directory at a path, without a flush. A missing file is no error.
    ///
    /// - Throws: `FileError` with `refused`.
    package static func remove(_ path: String, _ calls: any FileCalls = SystemFileCalls()) throws(FileError) {
        do {
            try calls.remove(path)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            throw FileError(.refused, "\(path) cannot be removed: \(FileError.reason(of: error))")
        }
    }

    /// Flushes the names in a directory to disk.
    ///
    /// - Throws: `FileError` with `directoryNotFlushed`.
    package static func flushDirectory(_ path: String, _ calls: any FileCalls = SystemFileCalls()) throws(FileError) {
        do {
            let directory = try FileHandle(forReadingFrom: URL(filePath: path, directoryHint: .isDirectory))
            defer { try? directory.close() }
            try calls.synchronize(directory, at: path)
        } catch POSIXError.EINVAL {
            // This file system cannot flush directories.
        } catch {
            throw FileError(.directoryNotFlushed, "\(path) cannot be flushed to the disk: \(FileError.reason(of: error))")
        }
    }

    /// The path of the file's directory.
    package var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

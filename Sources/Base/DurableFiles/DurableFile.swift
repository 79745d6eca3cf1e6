// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A small file that is replaced as a whole: after a kill or a power cut its path leads to the old content or to the new one.
///
/// Every replacement takes the same five steps: write a file `PATH.new`, flush it to the disk, give it the file's name, flush the directory. The
/// temporary file never follows a link and is not inherited by child processes. A leftover of an interrupted replacement is removed by the next
/// one.
///
/// - SeeAlso: threats F-D4, F-D5.
package struct DurableFile: Sendable {
    package let path: String
    private let calls: any FileCalls

    /// - Parameter calls: the system's; tests replace them.
    package init(_ path: String, calls: any FileCalls = SystemFileCalls()) {
        self.path = path
        self.calls = calls
    }

    /// Where a replacement is written before it gets the file's name.
    package var temporaryPath: String { path + ".new" }

    /// Replaces the file, or makes it. When this returns the new content is on the disk.
    ///
    /// - Parameter permissions: the mode of the new file, independent of the process's umask.
    /// - Throws: `FileError` with `refused`, `notFlushed` or `directoryNotFlushed`.
    package func replace(with bytes: some DataProtocol, permissions: UInt16 = 0o600) throws(FileError) {
        let file = try replaceAndOpen(with: bytes, permissions: permissions)
        try? file.close()
    }

    /// Replaces the file as `replace` does, and returns the new one, open for writing behind its content.
    ///
    /// - Throws: as `replace` does.
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

    /// Removes whatever lies at the path, and a leftover of an interrupted replacement. Nothing at the path is no error.
    ///
    /// - Throws: `FileError` with `refused` or `directoryNotFlushed`.
    package func remove() throws(FileError) {
        for path in [temporaryPath, path] { try Self.remove(path, calls) }
        try Self.flushDirectory(directory, calls)
    }

    /// Removes whatever lies at a path, without a flush. Nothing at the path is no error.
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

    /// Waits until the names in a directory are on the disk.
    ///
    /// - Throws: `FileError` with `directoryNotFlushed`.
    package static func flushDirectory(_ path: String, _ calls: any FileCalls = SystemFileCalls()) throws(FileError) {
        do {
            let directory = try FileHandle(forReadingFrom: URL(filePath: path, directoryHint: .isDirectory))
            defer { try? directory.close() }
            try calls.synchronize(directory, at: path)
        } catch POSIXError.EINVAL {
            // The file system has no way to flush a directory.
        } catch {
            throw FileError(.directoryNotFlushed, "\(path) cannot be flushed to the disk: \(FileError.reason(of: error))")
        }
    }

    /// The path of the directory that holds the file.
    package var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files that only their owner can read (mode 0600) and that are either complete or not there.
enum PrivateFile {
    /// Whether there is anything under this path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// All bytes of a file.
    static func read(_ path: String) throws(HSMError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw HSMError(.file, "\(path) cannot be read")
        }
    }

    /// Writes a new file: a temporary one beside it, flushed to disk, renamed, and then the directory flushed as well.
    ///
    /// - Throws: `HSMError` with `file` when it is there already or cannot be written; then nothing is left behind.
    static func create(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        let temporary = path + ".new"
        do {
            try? FileManager.default.removeItem(atPath: temporary)
            let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw HSMError(.file, "\(path) cannot be created") }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            try handle.close()
            try FileManager.default.moveItem(atPath: temporary, toPath: path)
            try flushDirectory(of: path)
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw HSMError(.file, "\(path) cannot be written")
        }
    }

    private static func flushDirectory(of path: String) throws {
        let directory = try FileHandle(forReadingFrom: URL(filePath: path).deletingLastPathComponent())
        try directory.synchronize()
        try directory.close()
    }
}

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
    /// What tells one edition of a file from the next one.
    struct Edition: Sendable, Hashable {
        let node: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    /// Whether there is anything under this path.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    /// The edition that is under this path now; nil when there is none that can be asked for.
    static func edition(_ path: String) -> Edition? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let changed = status.st_mtimespec
        #else
        let changed = status.st_mtim
        #endif
        return Edition(
            node: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
    }

    /// All bytes of a file.
    static func read(_ path: String) throws(HSMError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw HSMError(.file, "\(path) cannot be read")
        }
    }

    /// Writes a new file.
    ///
    /// - Throws: `HSMError` with `file` when it is there already or cannot be written; then nothing is left behind.
    static func create(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        guard !exists(path) else { throw HSMError(.file, "\(path) is there already") }
        try replace(path, bytes)
    }

    /// Writes a file anew: a temporary one beside it, flushed to disk, renamed, and then the directory flushed as well.
    ///
    /// - Throws: `HSMError` with `file` when it cannot be written; then the former file is still there.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        let temporary = path + ".new"
        do {
            try? FileManager.default.removeItem(atPath: temporary)
            let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            guard descriptor >= 0 else { throw HSMError(.file, "\(path) cannot be created") }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            try handle.close()
            guard unsafe rename(temporary, path) == 0 else { throw HSMError(.file, "\(path) cannot be replaced") }
            try flushDirectory(of: path)
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw HSMError(.file, "\(path) cannot be written")
        }
    }

    /// Does something while no other process does so with the same file; waits for one that does.
    ///
    /// - Throws: `HSMError` with `file` when the file cannot be opened or locked.
    static func withLock<Value>(on path: String, _ body: () throws(HSMError) -> Value) throws(HSMError) -> Value {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HSMError(.file, "\(path) cannot be opened") }
        defer { _ = close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { throw HSMError(.file, "\(path) cannot be locked") }
        return try body()
    }

    private static func flushDirectory(of path: String) throws {
        let directory = try FileHandle(forReadingFrom: URL(filePath: path).deletingLastPathComponent())
        try directory.synchronize()
        try directory.close()
    }
}

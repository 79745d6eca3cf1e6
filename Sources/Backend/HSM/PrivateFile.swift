// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The files of a software HSM: readable only by their owner (mode 0600), complete or absent. Failures are reported as `HSMError`.
enum PrivateFile {
    /// The maximum size of a key file, in bytes. A file with all keys has a few thousand.
    private static let maximumBytes = 1 << 24

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func read(_ path: String) throws(HSMError) -> [UInt8] {
        do {
            return try BoundedRead.bytes(of: path, atMost: maximumBytes)
        } catch {
            throw HSMError(.file, error.reason)
        }
    }

    /// Writes a new file.
    ///
    /// - Throws: `HSMError` with `file` if it exists already or cannot be written; after an error no file is left behind.
    static func create(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        guard !exists(path) else { throw HSMError(.file, "\(path) is there already") }
        try replace(path, bytes)
    }

    /// Replaces a file durably, as ``DurableFile`` does.
    ///
    /// - Throws: `HSMError` with `file` if it cannot be written.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        do {
            try DurableFile(path).replace(with: bytes)
        } catch {
            throw HSMError(.file, error.reason)
        }
    }

    /// Runs a body under an exclusive lock of the file. Waits for other processes.
    ///
    /// - Throws: `HSMError` with `file` if the file cannot be opened or locked; the error of `body`.
    static func withLock<Value>(on path: String, _ body: () throws(HSMError) -> Value) throws(HSMError) -> Value {
        let lock: FileLock
        do throws(FileError) {
            lock = try FileLock(waitingFor: path)
        } catch {
            throw HSMError(.file, error.reason)
        }
        defer { lock.release() }
        return try body()
    }
}

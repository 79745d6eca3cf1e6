// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The files of a software HSM: readable by their owner only (mode 0600), complete or not there, with `HSMError` for what fails.
enum PrivateFile {
    /// The most bytes that are read of a file of keys; a file with every key of every purpose has a few thousand.
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
    /// - Throws: `HSMError` with `file` when it exists already or cannot be written; then nothing is left behind.
    static func create(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        guard !exists(path) else { throw HSMError(.file, "\(path) is there already") }
        try replace(path, bytes)
    }

    /// Replaces a file durably, as ``DurableFile`` does.
    ///
    /// - Throws: `HSMError` with `file` when it cannot be written.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(HSMError) {
        do {
            try DurableFile(path).replace(with: bytes)
        } catch {
            throw HSMError(.file, error.reason)
        }
    }

    /// Runs a body while no other process runs one with the same file; waits for a process that does.
    ///
    /// - Throws: `HSMError` with `file` when the file cannot be opened or locked; what the body throws.
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

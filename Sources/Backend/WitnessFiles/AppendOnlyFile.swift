// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
package import Foundation
import WalletProvider

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A function that writes bytes at the file's position. It may fail after writing some of them.
package typealias BlockWrite = @Sendable (_ file: FileHandle, _ bytes: [UInt8]) throws -> Void

/// A file that grows by whole blocks. The remains of a failed write are cut off before the next block.
struct AppendOnlyFile {
    let path: String
    private let handle: FileHandle
    private let write: BlockWrite
    private(set) var length: Int

    /// Opens an existing file and truncates it to this length. The rest is durable when this returns, because the process that wrote it may
    /// have been killed before its flush.
    init(opening path: String, length: Int, write: @escaping BlockWrite) throws(AccountStoreError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(path) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
        self.write = write
        self.length = length
        try cut()
        guard Self.flush(descriptor) == 0 else { throw Self.failure(path) }
        do {
            try DurableFile.flushDirectory(DurableFile(path).directory)
        } catch {
            throw Self.failure(path)
        }
    }

    /// Creates a new file whose content is durable before it gets its name.
    init(creating path: String, _ bytes: [UInt8], write: @escaping BlockWrite) throws(AccountStoreError) {
        do {
            handle = try DurableFile(path, calls: JournalFileCalls(write)).replaceAndOpen(with: bytes)
        } catch {
            throw error.code == .notFlushed ? Self.lost(path) : Self.failure(path)
        }
        self.path = path
        self.write = write
        length = bytes.count
    }

    /// Appends bytes, which are durable in the file at the path when this returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`, or `journalIncomplete` like `requireInPlace`; after either error call `cut()`
    ///   before the next append. `journalDamaged` if data was lost on disk.
    mutating func append(_ bytes: [UInt8]) throws(AccountStoreError) {
        try add(bytes)
        do throws(AccountStoreError) {
            try requireInPlace()
        } catch {
            // If the file returns to its path, readers must not find unacknowledged data in it.
            try? cut()
            throw error
        }
        length += bytes.count
    }

    /// Checks that the path leads to the open file. Data flushed to a deleted file would be lost when this process ends.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` if the file was deleted, moved or replaced; `unavailable` if this cannot be
    ///   determined.
    func requireInPlace() throws(AccountStoreError) {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(handle.fileDescriptor, &open) == 0 else { throw Self.failure(path) }
        let isNamed = unsafe lstat(path, &named) == 0
        guard isNamed || errno == ENOENT else { throw AccountStoreError(.unavailable, "\(path) cannot be examined") }
        guard isNamed, open.st_nlink > 0, open.st_dev == named.st_dev, open.st_ino == named.st_ino else {
            throw AccountStoreError(.journalIncomplete, "\(path) was deleted or replaced while it was written")
        }
    }

    private func add(_ bytes: [UInt8]) throws(AccountStoreError) {
        do {
            try write(handle, bytes)
        } catch {
            throw Self.failure(path)
        }
        guard Self.flush(handle.fileDescriptor) == 0 else { throw Self.lost(path) }
    }

    /// Cuts off everything after the last complete append.
    func cut() throws(AccountStoreError) {
        guard ftruncate(handle.fileDescriptor, off_t(length)) == 0,
            lseek(handle.fileDescriptor, off_t(length), SEEK_SET) == off_t(length)
        else { throw Self.failure(path) }
    }

    func close() { try? handle.close() }

    /// Returns true if the path leads to the open file, the file has the expected length, and it ends with these bytes.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the file exists but is unreadable.
    func isWhole(endingWith end: [UInt8]) throws(AccountStoreError) -> Bool {
        do throws(AccountStoreError) {
            try requireInPlace()
        } catch {
            guard error.code == .journalIncomplete else { throw error }
            return false
        }
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            guard try file.seekToEnd() == UInt64(length), length >= end.count else { return false }
            try file.seek(toOffset: UInt64(length - end.count))
            return Array(try file.readToEnd() ?? Data()) == end
        } catch {
            throw AccountStoreError(.unavailable, "\(path) cannot be read")
        }
    }

    private static func flush(_ descriptor: CInt) -> CInt {
        #if canImport(Darwin)
        fsync(descriptor)
        #else
        fdatasync(descriptor)
        #endif
    }

    private static func failure(_ path: String) -> AccountStoreError {
        AccountStoreError(.unavailable, "\(path) cannot be written: is the disk full?")
    }

    /// After a failed flush, data may be lost even if a later flush succeeds, so the file is no longer trusted.
    private static func lost(_ path: String) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path) cannot be flushed to the disk; repair the disk, then restart")
    }
}

/// The system's calls with the journal's own write function.
private struct JournalFileCalls: FileCalls {
    private let system = SystemFileCalls()
    private let write: BlockWrite

    init(_ write: @escaping BlockWrite) { self.write = write }

    func create(_ path: String, permissions: UInt16) throws -> FileHandle { try system.create(path, permissions: permissions) }
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws { try write(file, Array(bytes)) }
    func synchronize(_ file: FileHandle, at path: String) throws { try system.synchronize(file, at: path) }
    func rename(_ path: String, to newPath: String) throws { try system.rename(path, to: newPath) }
    func remove(_ path: String) throws { try system.remove(path) }
}

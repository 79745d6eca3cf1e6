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

/// Writes bytes where a file stands; it may fail after some of them.
package typealias BlockWrite = @Sendable (_ file: FileHandle, _ bytes: [UInt8]) throws -> Void

/// A file that grows by whole blocks. What a failed write left of one is cut off before the next one.
struct AppendOnlyFile {
    let path: String
    private let handle: FileHandle
    private let write: BlockWrite
    private(set) var length: Int

    /// Opens a file that exists and cuts off what stands behind that length. What is left is on the disk when this returns: the process that
    /// wrote it may have been killed before its flush.
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

    /// Makes a new file that is on the disk with these bytes before it has its name.
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

    /// Adds bytes; they are on the disk, in the file that the path leads to, when this returns.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`, or `journalIncomplete` as `requireInPlace`; then the file is to be `cut()` before anything
    ///   else is added. `journalDamaged` when the disk has lost something.
    mutating func append(_ bytes: [UInt8]) throws(AccountStoreError) {
        try add(bytes)
        do throws(AccountStoreError) {
            try requireInPlace()
        } catch {
            // If the file is put back, no reader shall find there what is not acknowledged.
            try? cut()
            throw error
        }
        length += bytes.count
    }

    /// Checks that the path leads to the file that is open here, and not to another file or to none: what is flushed to a deleted file is lost with
    /// this process.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` when the file was deleted, moved or replaced; `unavailable` when that cannot be told.
    func requireInPlace() throws(AccountStoreError) {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(handle.fileDescriptor, &open) == 0 else { throw Self.failure(path) }
        let isNamed = unsafe lstat(path, &named) == 0
        guard isNamed || errno == ENOENT else { throw AccountStoreError(.unavailable, "\(path) cannot be looked at") }
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

    /// Cuts off everything behind what was added as a whole.
    func cut() throws(AccountStoreError) {
        guard ftruncate(handle.fileDescriptor, off_t(length)) == 0,
            lseek(handle.fileDescriptor, off_t(length), SEEK_SET) == off_t(length)
        else { throw Self.failure(path) }
    }

    func close() { try? handle.close() }

    /// Whether the file of that name is still this one, as long as what was added, and ends with these bytes.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when it is there and cannot be read.
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

    /// Bytes that were not flushed may be lost even if a later flush succeeds, so the file is not trusted any more.
    private static func lost(_ path: String) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path) cannot be flushed to the disk; restart when the disk is well")
    }
}

/// The system's calls, with the journal's own way to write.
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

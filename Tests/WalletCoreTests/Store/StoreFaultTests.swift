// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import GRDBSQLite
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Failing disks and ending processes, at every call of SQLite that changes a file (F-D5, F-D6, F-D7).
struct StoreFaultTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func write(_ number: Int64, to store: SealedStore) throws {
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: number)
            try changes.set(.registration, to: number.isMultiple(of: 2) ? .large : .sample)
        }
    }

    @Test func `a first start that was killed at any point is completed at the next start`() async throws {
        let killed = try await KilledPhones.during(phone) { try await phone.openStore().close() }
        #expect(killed.count > 5)
        for phone in killed {
            let store = try await phone.openStore()
            try write(1, to: store)
            store.close()
            #expect(try await phone.openStore().value(.sequenceNumber) == 1)
        }
    }

    @Test func `a write that is killed anywhere is stored completely or not at all`() async throws {
        let store = try await phone.openStore()
        try write(1, to: store)
        let killed = try await KilledPhones.during(phone) { try write(2, to: store) }
        #expect(killed.count > 5)
        var outcomes: Set<Int64> = []
        for phone in killed {
            let store = try await phone.openStore()
            let number = try #require(try store.value(.sequenceNumber))
            #expect(try store.value(.registration) == (number == 2 ? .large : .sample))
            outcomes.insert(number)
            try write(4, to: store)
            #expect(try store.value(.sequenceNumber) == 4)
        }
        #expect(outcomes == [1, 2])
    }

    @Test(arguments: [ENOSPC, EIO, EDQUOT, EROFS, EFBIG])
    func `a disk that fails at any write loses no data, and the same store works again afterwards`(error: CInt) async throws {
        for isLasting in [true, false] {
            let store = try await phone.openStore()
            try write(1, to: store)
            let calls = StoreSystemCalls(in: phone.directory)
            defer { calls.stop() }
            var (done, refused): (Int64, Int) = (1, 0)
            for number in 1..<100 {
                calls.fail(number..<(isLasting ? .max : number + 1), with: error)
                do {
                    try write(done + 1, to: store)
                    done += 1
                } catch let error as WalletCoreError {
                    #expect(error.code == .storeFull, "\(error)")
                    refused += 1
                }
                let isBeyond = calls.count < number
                // Existing values are readable while the disk still fails.
                #expect(try store.value(.sequenceNumber) == done)
                calls.heal()
                #expect(try store.value(.registration) == (done.isMultiple(of: 2) ? .large : .sample))
                let copy = try phone.copied()
                #expect(try await copy.openStore().value(.sequenceNumber) == done)
                if isBeyond { break }
                try #require(number < 99)
            }
            #expect(refused > 1)
            try write(50, to: store)
            store.close()
            #expect(try await phone.openStore().value(.sequenceNumber) == 50)
        }
    }

    @Test(arguments: [ENOSPC, EIO])
    func `a first start on a disk that fails at any write can be repeated`(error: CInt) async throws {
        for number in 1..<100 {
            let phone = try Phone()
            let calls = StoreSystemCalls(in: phone.directory)
            defer { calls.stop() }
            calls.fail(number..<Int.max, with: error)
            do {
                try await phone.openStore().close()
            } catch let error as WalletCoreError {
                #expect(error.code == .storeFull, "\(number): \(error)")
            }
            let isBeyond = calls.count < number
            calls.heal()
            let store = try await phone.openStore()
            try write(1, to: store)
            if isBeyond { break }
            try #require(number < 99)
        }
    }

    @Test func `a write that the disk does not confirm is reported as failed, and the next write is stored`() async throws {
        let store = try await phone.openStore()
        try write(1, to: store)
        try BrokenSync.during(store) {
            #expect(throws: WalletCoreError(.storeFull, "")) { try write(2, to: store) }
        }
        #expect(try store.value(.sequenceNumber) == 1)
        #expect(try await phone.copied().openStore().value(.sequenceNumber) == 1)
        try write(3, to: store)
        store.close()
        #expect(try await phone.openStore().value(.sequenceNumber) == 3)
    }

    @Test func `a store that is removed or replaced while it is open accepts no writes`() async throws {
        let store = try await phone.openStore()
        try write(1, to: store)
        let copy = try phone.storeBytes
        try FileManager.default.removeItem(atPath: phone.file)
        await expect(.storeDamaged) { try write(2, to: store) }
        #expect(!FileManager.default.fileExists(atPath: phone.file))
        try copy.write(to: URL(fileURLWithPath: phone.file))
        await expect(.storeDamaged) { try write(2, to: store) }
        #expect(try phone.storeBytes == copy)
        try FileManager.default.removeItem(atPath: phone.directory)
        await expect(.storeDamaged) { try write(2, to: store) }
        #expect(!FileManager.default.fileExists(atPath: phone.directory))
    }
}

/// A disk that accepts writes and does not confirm them: `fsync` of the log fails.
private enum BrokenSync {
    static func during(_ store: SealedStore, _ body: () throws -> Void) throws {
        let file = try unsafe log(of: store)
        let original = unsafe file.pointee.pMethods
        guard let methods = unsafe original?.pointee else { throw CocoaError(.featureUnsupported) }
        var broken = methods
        // SQLITE_IOERR_FSYNC, a macro that Swift does not import.
        unsafe broken.xSync = { _, _ in SQLITE_IOERR | 4 << 8 }
        try unsafe withUnsafePointer(to: &broken) { broken in
            unsafe file.pointee.pMethods = unsafe broken
            defer { unsafe file.pointee.pMethods = unsafe original }
            try body()
        }
    }

    private static func log(of store: SealedStore) throws -> UnsafeMutablePointer<sqlite3_file> {
        try unsafe store.database.unsafeRead { database in
            var file: UnsafeMutablePointer<sqlite3_file>?
            unsafe sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
            guard let file = unsafe file else { throw CocoaError(.featureUnsupported) }
            return unsafe file
        }
    }
}

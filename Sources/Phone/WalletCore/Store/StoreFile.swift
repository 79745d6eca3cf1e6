// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// The store's file, `wallet.db`, before and during its opening. A file that is not clearly the wallet's is never written.
struct StoreFile: Sendable {
    /// The kind of file found at the store's path.
    enum Content: Sendable, Equatable {
        case missing
        /// An empty file.
        case zeroLength
        /// A database without tables: an interrupted first start.
        case unused
        /// At most a first page, and the journal that undoes it: a first start interrupted even earlier.
        case unfinished
        /// A store of this app with a known version.
        case store(version: Int)
    }

    /// The file's name in the app's directory.
    static let name = "wallet.db"
    /// The largest permitted file, in bytes.
    static let maximumSize = 256 * 1024 * 1024
    /// The largest file whose pages are all checked at opening, in bytes. For a larger file only the small tables are checked; damage in a
    /// large table is detected when the row is read.
    static let thoroughSize = 2 * 1024 * 1024

    /// SQLite's default page size, in bytes. Every store has several pages.
    private static let pageSize = 4096

    /// The app's own directory.
    let directory: String
    let path: String

    /// - Parameter directory: the app's own directory, which exists.
    init(in directory: String) {
        self.directory = directory
        path = directory + "/" + Self.name
    }

    // MARK: Examination

    /// Examines the file without writing to it.
    ///
    /// - Throws: `storeTooNew`, `storeDamaged` (also for anything but a plain file), `storeFull` when it cannot be read.
    func examine() throws(WalletCoreError) -> Content {
        let size = try Self.plainFileSize(path)
        let logSize = try Self.plainFileSize(path + "-wal")
        _ = try Self.plainFileSize(path + "-shm")
        let journalSize = try Self.plainFileSize(path + "-journal")
        guard let size else {
            guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
                throw WalletCoreError(.storeDamaged, "the directory of the store cannot be read")
            }
            return .missing
        }
        // Only the very first write has a journal, and a reader cannot undo it.
        if size <= Self.pageSize, journalSize ?? 0 > 0 { return .unfinished }
        // SQLite counts half a page at the end as a whole page; this occurs only while a log is truncated.
        guard size.isMultiple(of: Self.pageSize) || logSize ?? 0 > 0 else {
            throw WalletCoreError(.storeDamaged, "the store's file was cut")
        }
        return size == 0 ? .zeroLength : try read { try Self.examine($0, isSmall: size <= Self.thoroughSize) }
    }

    /// Returns the size of a plain file without further hard links; nil if absent.
    ///
    /// - Throws: `storeDamaged` for a directory, a link, a pipe, a file with a second name, or an oversized file.
    private static func plainFileSize(_ path: String) throws(WalletCoreError) -> Int? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular, attributes[.referenceCount] as? Int ?? 1 == 1 else {
            throw WalletCoreError(.storeDamaged, "something other than a plain file is at the store's place")
        }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard size <= maximumSize else { throw WalletCoreError(.storeDamaged, "a file longer than any store is at its place") }
        return size
    }

    /// Reads the file without writing to it.
    ///
    /// - Throws: the error of the body; `storeDamaged`, `storeFull`, `unexpected` when SQLite fails.
    func read<Value>(_ body: (Database) throws -> Value) throws(WalletCoreError) -> Value {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return try WalletCoreError.catchingStoreErrors {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            return try database.read(body)
        }
    }

    private static func examine(_ database: Database, isSmall: Bool) throws -> Content {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try StoreSchema.version(of: database)
        let objects = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        if application == 0, version == 0, objects == 0 { return .unused }
        guard application == StoreSchema.applicationID, version > 0 else {
            throw WalletCoreError(.storeDamaged, "a database of another program is at the store's place")
        }
        guard version <= StoreSchema.version else {
            throw WalletCoreError(.storeTooNew, "the store has version \(version), this app knows \(StoreSchema.version)")
        }
        // A foreign database is not examined further.
        guard try StoreSchema.isOurs(database, version: version), try isIntact(database, version: version, isSmall: isSmall) else {
            throw WalletCoreError(.storeDamaged, "the database's structure is damaged")
        }
        return .store(version: version)
    }

    private static func isIntact(_ database: Database, version: Int, isSmall: Bool) throws -> Bool {
        let tables = StoreTable.tables(in: version).filter { !$0.isLarge }.map(\.rawValue) + ["vault", "sqlite_schema"]
        let checks = isSmall ? ["PRAGMA integrity_check"] : tables.map { "PRAGMA integrity_check(\($0))" }
        return try checks.allSatisfy { try String.fetchAll(database, sql: $0) == ["ok"] }
    }

    // MARK: Opening

    /// Opens the file for reading and writing after `examine` has accepted it; creates it if missing.
    ///
    /// Only its owner can read it. SQLite uses a write-ahead log, synchronises with the disk, overwrites deleted data and trusts no schema.
    ///
    /// - Throws: `storeFull` when there is no space; `storeDamaged`, `unexpected` when SQLite fails.
    func open(_ content: Content) throws(WalletCoreError) -> DatabaseQueue {
        try WalletCoreError.catchingStoreErrors {
            if content == .missing {
                try Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            var configuration = GRDB.Configuration()
            configuration.journalMode = .wal
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA trusted_schema = OFF")
                try database.execute(sql: "PRAGMA secure_delete = ON")
                try database.execute(sql: "PRAGMA cell_size_check = ON")
            }
            let database = try DatabaseQueue(path: path, configuration: configuration)
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
                _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(Self.maximumSize / pageSize)")
            }
            return database
        }
    }

    /// Returns the identity of the file now at the path; nil if absent.
    func identity() -> [Int?]? {
        (try? FileManager.default.attributesOfItem(atPath: path)).map { attributes in
            [.systemNumber, .systemFileNumber].map { (attributes[$0] as? NSNumber)?.intValue }
        }
    }
}

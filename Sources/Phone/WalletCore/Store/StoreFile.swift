// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB

/// The store's one file, `wallet.db`, before and while it is opened. What is not clearly ours is never written to.
struct StoreFile: Sendable {
    /// What lies at the store's place.
    enum Content: Sendable, Equatable {
        /// There is no file.
        case missing
        /// A file without a byte.
        case zeroLength
        /// A database without any table: an interrupted first start.
        case unused
        /// A store of our own with a version that we know.
        case store
    }

    /// The file's name in the app's directory.
    static let name = "wallet.db"

    private let path: String

    /// - Parameter directory: the app's own directory; it exists.
    init(in directory: String) {
        path = directory + "/" + Self.name
    }

    /// Looks at the file without writing to it.
    ///
    /// - Throws: `storeTooNew`, `storeDamaged` (also for anything that is not a plain file), `storeFull` when it cannot be read.
    func examine() throws(WalletCoreError) -> Content {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            guard (try? FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)) != nil else {
                throw WalletCoreError(.storeDamaged, "the directory of the store cannot be read")
            }
            return .missing
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw WalletCoreError(.storeDamaged, "something other than a plain file lies at the store's place")
        }
        if (attributes[.size] as? NSNumber)?.intValue == 0 { return .zeroLength }
        return try read { try Self.examine($0) }
    }

    /// Reads the file without writing to it.
    ///
    /// - Throws: what the body throws; `storeDamaged`, `storeFull`, `unexpected` when SQLite fails.
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

    private static func examine(_ database: Database) throws -> Content {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let objects = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        if application == 0, version == 0, objects == 0 { return .unused }
        guard application == StoreSchema.applicationID, version > 0 else {
            throw WalletCoreError(.storeDamaged, "a database of another program lies at the store's place")
        }
        guard version <= StoreSchema.version else {
            throw WalletCoreError(.storeTooNew, "the store has version \(version), this app knows \(StoreSchema.version)")
        }
        guard try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"],
            try version < StoreSchema.version || StoreSchema.isOurs(database)
        else {
            throw WalletCoreError(.storeDamaged, "the database's structure is damaged")
        }
        return .store
    }

    /// Opens the file for reading and writing, after `examine` found it ours; makes it when it is missing.
    ///
    /// Only its owner may read it. SQLite writes ahead, waits for the disk, overwrites what is deleted and trusts no schema.
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
                try StoreSchema.migrate(database)
            }
            return database
        }
    }
}

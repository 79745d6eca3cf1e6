// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import PlatformSupport

/// The wallet's local state: one SQLite file whose values are sealed under a data key that the phone's hardware wraps.
///
/// A sealed sentinel holds the digest of all sealed values and is renewed with every write, so a row that was taken out, put back or put
/// elsewhere is noticed at the next start. Going back to an older copy of the whole file is not; sequence numbers and the secure
/// hardware's counter bear that.
///
/// - SeeAlso: architecture.md, *WalletCore*; threats 2.7.
final class SealedStore: Sendable {
    /// The app's name for the key that wraps the data key.
    static let encryptionKeyIdentifier = "wallet.store"

    let database: DatabaseQueue
    private let seal: ValueSeal
    private let checkpoints: any CheckpointObserver

    private init(_ database: DatabaseQueue, _ seal: ValueSeal, _ checkpoints: any CheckpointObserver) {
        self.database = database
        self.seal = seal
        self.checkpoints = checkpoints
    }

    // MARK: Opening

    /// Opens the store, makes it at the first start, and proves that it is sealed, whole, and that its key is in the hardware.
    ///
    /// - Parameters:
    ///   - directory: the app's own directory.
    ///   - encryptionKey: the hardware that wraps the data key.
    ///   - randomBytes: for the data key.
    ///   - checkpoints: is told before and after every write.
    /// - Throws: `storeDamaged`, `storeTooNew`, `storeFull`, or `unexpected` when the hardware fails. The file is then as it was.
    static func open(
        in directory: String, encryptionKey: any EncryptionKeyBridge, randomBytes: @Sendable (Int) -> [UInt8],
        checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) async throws(WalletCoreError) -> SealedStore {
        let file = StoreFile(in: directory)
        let content = try file.examine()
        // All proofs are made before the file is opened for writing.
        if content == .store, let vault = try file.read(readVault) {
            let seal = ValueSeal(dataKey: try await unwrap(vault.wrappedKey, encryptionKey))
            let digest = try seal.open(vault.sentinel, table: "vault", name: "sentinel")
            guard try file.read(digest(_:)) == digest else {
                throw WalletCoreError(.storeDamaged, "a sealed value is missing, changed or from another time")
            }
            return SealedStore(try file.open(content), seal, checkpoints)
        }
        if content == .store {
            guard try file.read(sealedValues).isEmpty else {
                throw WalletCoreError(.storeDamaged, "the store holds values, but not the key that they are sealed with")
            }
        } else if try await keyExists(encryptionKey) {
            throw WalletCoreError(.storeDamaged, "the store's key is in the hardware, but the store's file is gone")
        }
        return try await begin(file, content, encryptionKey, dataKey: randomBytes(ValueSeal.keyLength), checkpoints)
    }

    /// Makes the tables, then the wrapped key and the first sentinel: a start that ends in between is gone on with at the next.
    private static func begin(
        _ file: StoreFile, _ content: StoreFile.Content, _ encryptionKey: any EncryptionKeyBridge, dataKey: [UInt8],
        _ checkpoints: any CheckpointObserver
    ) async throws(WalletCoreError) -> SealedStore {
        let store = SealedStore(try file.open(content), ValueSeal(dataKey: dataKey), checkpoints)
        do throws(WalletCoreError) {
            let wrappedKey = try await wrap(dataKey, encryptionKey)
            try store.transaction(named: "vault") { database in
                try database.execute(
                    sql: "INSERT INTO vault (id, wrapped_key, sentinel) VALUES (1, ?, ?)",
                    arguments: [Data(wrappedKey), try store.sentinel(database)])
            }
        } catch {
            try? store.database.close()
            throw error
        }
        return store
    }

    private static func readVault(_ database: Database) throws -> (wrappedKey: Data, sentinel: Data)? {
        try Row.fetchOne(database, sql: "SELECT wrapped_key, sentinel FROM vault").map { row in
            (try column(row, "wrapped_key"), try column(row, "sentinel"))
        }
    }

    // MARK: Values

    /// Reads a value; nil when there is none.
    ///
    /// - Throws: `storeDamaged` when it does not open or is not of its type; `storeFull`, `unexpected` when SQLite fails.
    func value<Value>(_ key: StoreKey<Value>) throws(WalletCoreError) -> Value? {
        let sealed = try WalletCoreError.catchingStoreErrors {
            try database.read { database in
                try Data.fetchOne(database, sql: "SELECT sealed FROM \(key.table.rawValue) WHERE name = ?", arguments: [key.name])
            }
        }
        guard let sealed else { return nil }
        let plaintext = try seal.open(sealed, table: key.table.rawValue, name: key.name)
        guard let value = try? JSONDecoder().decode(Value.self, from: plaintext) else {
            throw WalletCoreError(.storeDamaged, "the value \(key.name) has another shape")
        }
        return value
    }

    /// Does writes that belong together in one transaction. When it returns they are on the disk.
    ///
    /// - Throws: `storeFull` when the disk has no room; the store is then as before. What `prepare` throws.
    func change(_ prepare: (inout StoreChanges) throws(WalletCoreError) -> Void) throws(WalletCoreError) {
        var changes = StoreChanges()
        try prepare(&changes)
        let writes = changes.writes
        try transaction(named: changes.name) { database in
            for write in writes {
                let table = write.table.rawValue
                if let plaintext = write.plaintext {
                    try database.execute(
                        sql: "INSERT INTO \(table) (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
                        arguments: [write.name, try self.seal.seal(plaintext, table: table, name: write.name)])
                } else {
                    try database.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [write.name])
                }
            }
            try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try self.sentinel(database)])
        }
    }

    private func transaction(named name: String, _ body: (Database) throws -> Void) throws(WalletCoreError) {
        try checkpoints.reach(Checkpoint(.write, name, .before))
        try WalletCoreError.catchingStoreErrors {
            try database.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    try body(database)
                    return .commit
                }
                // The commit is on the disk already. Emptying the log leaves nothing old in it and lets the file be whole without it.
                _ = try? database.checkpoint(.truncate)
            }
        }
        try checkpoints.reach(Checkpoint(.write, name, .after))
    }

    // MARK: Sentinel

    private func sentinel(_ database: Database) throws -> Data {
        try seal.seal(try Self.digest(database), table: "vault", name: "sentinel")
    }

    /// SHA-256 over every table's name and its rows in the order of their names, each part with its length before it.
    private static func digest(_ database: Database) throws -> Data {
        var hash = SHA256()
        for (table, name, sealed) in try sealedValues(database) {
            for part in [Data(table.rawValue.utf8), Data(name.utf8), sealed] {
                hash.update(data: bigEndianBytes(of: UInt64(part.count)))
                hash.update(data: part)
            }
        }
        return Data(hash.finalize())
    }

    private static func sealedValues(_ database: Database) throws -> [(StoreTable, String, Data)] {
        try StoreTable.allCases.flatMap { table in
            try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table.rawValue) ORDER BY name")
                .map { (table, try column($0, "name"), try column($0, "sealed")) }
        }
    }

    private static func column<Value: DatabaseValueConvertible>(_ row: Row, _ name: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(row[name]) else {
            throw WalletCoreError(.storeDamaged, "a column of the store has another type")
        }
        return value
    }

    private static func bigEndianBytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
}

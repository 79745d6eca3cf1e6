// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Synchronization
import WalletInterface

/// The wallet's local state: one SQLite file whose values are sealed with a data key that the phone's hardware wraps.
///
/// A sealed sentinel contains the digest of all sealed values except the details, copies and events of cards (`StoreTable.isLarge`), and is
/// renewed with every write. The next start thus detects a removed, restored or moved row. The sentinel does not detect an older copy of
/// the whole file; sequence numbers and the secure hardware's counter cover that.
///
/// - SeeAlso: WalletCore.docc, *Store*; threats-and-faults.md, T-L2, T-L4 and T-L6.
final class SealedStore: Sendable {
    /// The app's name for the key that wraps the data key.
    static let encryptionKeyIdentifier = "wallet.store"
    /// The app's name for a key that encrypts nothing: its presence records that this phone has a store. Erasing the store deletes it.
    static let memoryIdentifier = "wallet.store.begun"

    let database: DatabaseQueue
    let file: StoreFile
    private let seal: ValueSeal
    /// The identity of the opened file.
    private let identity: [Int?]?
    /// The sentinel's digest chain after the last write; nil when it must be read again.
    private let chain: Mutex<SentinelChain?>
    /// Guards against the use of a closed connection.
    private let isOpen = Mutex(true)
    let checkpoints: any CheckpointObserver

    private init(
        _ file: StoreFile, _ content: StoreFile.Content, dataKey: [UInt8], chain: SentinelChain? = nil,
        _ checkpoints: any CheckpointObserver
    ) throws(WalletCoreError) {
        self.file = file
        self.chain = Mutex(chain)
        database = try file.open(content)
        seal = ValueSeal(dataKey: dataKey)
        identity = file.identity()
        self.checkpoints = checkpoints
    }

    // MARK: Opening

    /// Opens the store, or creates it at the first start. Proves that it is sealed and intact and that its key is in the hardware. An
    /// erasure in progress is finished first; a store of an earlier version is then migrated.
    ///
    /// - Parameters:
    ///   - directory: the app's directory.
    ///   - encryptionKey: the hardware that wraps the data key.
    ///   - randomBytes: supplies the data key.
    ///   - checkpoints: observes every write.
    /// - Throws: `storeDamaged`, `storeOfOtherPhone`, `storeTooNew`, `storeFull`, `hardwareFailed`. The file is then unchanged.
    static func open(
        in directory: String, encryptionKey: any EncryptionKeyBridge, randomBytes: @Sendable (Int) -> [UInt8],
        checkpoints: any CheckpointObserver = NoCheckpointObserver()
    ) async throws(WalletCoreError) -> SealedStore {
        try await finishErasing(in: directory, encryptionKey: encryptionKey, checkpoints: checkpoints)
        let file = StoreFile(in: directory)
        let content = try file.examine()
        // All checks take place before the file is opened for writing.
        if case .store(let version) = content {
            if let vault = try file.read(readVault) {
                let wrapped = WrappedDataKey(stored: vault.wrappedKey)
                var dataKey = try await unwrap(wrapped, encryptionKey)
                defer { dataKey.overwrite() }
                let chain = try await prove(
                    vault.sentinel, in: file, with: ValueSeal(dataKey: dataKey, version: version), wrapped, encryptionKey)
                do throws(WalletCoreError) {
                    try await remember(encryptionKey)
                } catch {
                    // Hardware without space for a further key must not block an existing store: the next start retries. A store that is
                    // not completely created does not continue.
                    guard error.code == .hardwareFailed, try file.read({ try !Sentinel.values(in: $0, version: version).isEmpty }) else {
                        throw error
                    }
                }
                let store = try SealedStore(
                    file, content, dataKey: dataKey, chain: version == StoreSchema.version ? chain : nil, checkpoints)
                if version < StoreSchema.version { try store.migrate(dataKey: dataKey) }
                return store
            }
            guard try file.read({ try Sentinel.values(in: $0, version: version) }).isEmpty else {
                throw WalletCoreError(.storeDamaged, "the store holds values, but not the key that they are sealed with")
            }
        } else if try await keyExists(encryptionKey) {
            // The key is made after the tables.
            throw WalletCoreError(.storeDamaged, "the store's key is in the hardware, but the store's file is gone")
        }
        try await requireFirstStart(encryptionKey)
        return try await begin(file, content, encryptionKey, dataKey: randomBytes(ValueSeal.keyLength), checkpoints)
    }

    /// Creates the tables, then the wrapped key and the first sentinel, then the hardware's record. An interrupted first start resumes at
    /// the next launch.
    private static func begin(
        _ file: StoreFile, _ content: StoreFile.Content, _ encryptionKey: any EncryptionKeyBridge, dataKey drawn: consuming [UInt8],
        _ checkpoints: any CheckpointObserver
    ) async throws(WalletCoreError) -> SealedStore {
        var dataKey = drawn
        defer { dataKey.overwrite() }
        let store = try SealedStore(file, content, dataKey: dataKey, checkpoints)
        try store.migrate(dataKey: nil)
        do throws(WalletCoreError) {
            let wrappedKey = WrappedDataKey(ciphertext: try await wrap(dataKey, encryptionKey))
            try store.transaction(named: "vault") { database in
                try database.execute(
                    sql: "INSERT INTO vault (id, wrapped_key, sentinel) VALUES (1, ?, ?)",
                    arguments: [wrappedKey.stored, try Sentinel.seal(database, with: store.seal)])
                return nil
            }
            try await remember(encryptionKey)
        } catch {
            store.close()
            throw error
        }
        return store
    }

    /// Migrates the file to the present version; closes it on failure.
    private func migrate(dataKey: [UInt8]?) throws(WalletCoreError) {
        do throws(WalletCoreError) {
            try write(named: "migration") { try StoreMigration.run($0, dataKey: dataKey) }
        } catch {
            close()
            throw error
        }
    }

    /// Closes the file once no call uses it; every later call throws `unexpected`.
    func close() {
        isOpen.withLock { isOpen in
            if isOpen { try? database.close() }
            isOpen = false
        }
    }

    private func withDatabase<Value: Sendable>(_ body: (DatabaseQueue) throws -> Value) throws(WalletCoreError) -> Value {
        try isOpen.withLock { isOpen throws(WalletCoreError) in
            guard isOpen else { throw WalletCoreError(.unexpected, "the store was closed") }
            return try WalletCoreError.catchingStoreErrors { try body(database) }
        }
    }

    private static func readVault(_ database: Database) throws -> (wrappedKey: Data, sentinel: Data)? {
        try Row.fetchOne(database, sql: "SELECT wrapped_key, sentinel FROM vault").map { row in
            (try row.column("wrapped_key"), try row.column("sentinel"))
        }
    }

    // MARK: Values

    /// Reads a value; nil if absent.
    ///
    /// - Throws: `storeDamaged` when it cannot be opened or decoded; `storeFull`, `unexpected` when SQLite fails.
    func value<Value>(_ key: StoreKey<Value>) throws(WalletCoreError) -> Value? {
        try sealedValue(key).map { (sealed) throws(WalletCoreError) in try open(sealed, as: key) }
    }

    /// Reads a sealed value; nil if absent. Sealing is randomised, so identical bytes are the same write.
    ///
    /// - Throws: `storeFull`, `unexpected` when SQLite fails.
    func sealedValue<Value>(_ key: StoreKey<Value>) throws(WalletCoreError) -> Data? {
        try withDatabase {
            try $0.read { database in
                try Data.fetchOne(database, sql: "SELECT sealed FROM \(key.table.rawValue) WHERE name = ?", arguments: [key.name])
            }
        }
    }

    /// Reads all sealed values of a table, by name.
    ///
    /// - Throws: `storeFull`, `unexpected` when SQLite fails.
    func sealedValues(in table: StoreTable) throws(WalletCoreError) -> [Sentinel.Value] {
        try withDatabase { try $0.read { try Sentinel.values(of: table, in: $0) } }
    }

    /// Opens a sealed value.
    ///
    /// - Parameter read: reads the plaintext; nil if its form is wrong.
    /// - Throws: `storeDamaged` when it cannot be opened or decoded.
    func open<Value>(
        _ sealed: Data, as key: StoreKey<Value>,
        _ read: (Data) -> Value? = { try? JSONDecoder().decode(Value.self, from: $0) }
    ) throws(WalletCoreError) -> Value {
        let plaintext = try seal.open(sealed, table: key.table.rawValue, name: key.name)
        guard let value = read(plaintext) else {
            throw WalletCoreError(.storeDamaged, "the value \(key.name) has another shape")
        }
        return value
    }

    /// Returns true if a value exists and can be opened.
    ///
    /// - Throws: `storeFull`, `unexpected` when SQLite fails.
    func opens<Value>(_ key: StoreKey<Value>) throws(WalletCoreError) -> Bool {
        do throws(WalletCoreError) {
            guard let sealed = try sealedValue(key) else { return false }
            var plaintext = try seal.open(sealed, table: key.table.rawValue, name: key.name)
            plaintext.resetBytes(in: plaintext.startIndex..<plaintext.endIndex)
            return true
        } catch {
            guard error.code == .storeDamaged else { throw error }
            return false
        }
    }

    /// Performs writes in one transaction. The writes are on disk when this returns.
    ///
    /// - Throws: `storeFull` when the disk is full; the store is then unchanged. The error of `prepare`.
    func change(_ prepare: (inout StoreChanges) throws(WalletCoreError) -> Void) throws(WalletCoreError) {
        var changes = StoreChanges()
        try prepare(&changes)
        let writes = changes.writes
        try transaction(named: changes.name) { database in
            var chain = self.chain.withLock { chain in
                // Taken out, so that a failure leaves no chain that could be wrong.
                defer { chain = nil }
                return chain ?? SentinelChain()
            }
            for write in writes { try write.perform(on: database, sealedBy: self.seal) }
            chain.cut(before: writes)
            try chain.extend(over: database, version: self.seal.version)
            try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(chain, with: self.seal)])
            return chain
        }
    }

    /// - Parameter body: returns the chain that is valid once the transaction is on disk; nil when it must be read again.
    private func transaction(named name: String, _ body: (Database) throws -> SentinelChain?) throws(WalletCoreError) {
        // A write to a file that was removed would be lost.
        guard file.identity() == identity else {
            throw WalletCoreError(.storeDamaged, "the store's file was taken away or replaced while it was open")
        }
        try write(named: name) { database in
            var chain: SentinelChain?
            try database.inTransaction(.immediate) {
                chain = try body(database)
                return .commit
            }
            self.chain.withLock { $0 = chain }
        }
    }

    /// Runs whole transactions, then truncates the log.
    private func write(named name: String, _ body: (Database) throws -> Void) throws(WalletCoreError) {
        try checkpoints.reach(Checkpoint(.write, name, .before))
        try withDatabase {
            try $0.writeWithoutTransaction { database in
                try body(database)
                // The commit is already on disk. Truncating the log removes old data and makes the database file complete without the log.
                _ = try? database.checkpoint(.truncate)
            }
        }
        try checkpoints.reach(Checkpoint(.write, name, .after))
    }
}

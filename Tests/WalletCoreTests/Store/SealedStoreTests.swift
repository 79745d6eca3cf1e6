// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct SealedStoreTests {
    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func open() async throws -> SealedStore {
        try await SealedStore.open(
            in: phone.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
    }

    /// Creates a closed store with values in every table.
    private func filled() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: 7)
            try changes.set(.registration, to: .sample)
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: "canary-key", isSpent: true))
            try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(repeating: 4, count: 65)))
        }
        try store.database.close()
    }

    /// Changes the file directly.
    private func tamper(_ body: @escaping (Database) throws -> Void) throws {
        let database = try DatabaseQueue(path: phone.file)
        try database.writeWithoutTransaction(body)
        try database.close()
    }

    /// A first start that ended after creating the tables.
    private func makeTables() throws {
        let database = try StoreFile(in: phone.utilities.storageDirectory).open(.missing)
        try database.writeWithoutTransaction { try StoreMigration.run($0, dataKey: nil) }
        try database.close()
    }

    /// Expects that opening leaves a store that is complete: it is empty, keeps what is written, and the hardware remembers it.
    private func expectCompleteStart() async throws {
        let store = try await open()
        #expect(try store.value(.registration) == nil)
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 5) }
        try store.database.close()
        #expect(try await open().value(.sequenceNumber) == 5)
        let keys = phone.encryptionKeys.keys.withLock { Set($0.keys) }
        #expect(keys.isSuperset(of: [SealedStore.encryptionKeyIdentifier, SealedStore.memoryIdentifier]))
    }

    private var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: phone.file)) } }

    /// Expects that opening is refused with that code, every time, and changes nothing in the file.
    private func expectRefusal(_ code: WalletCoreError.Code, at location: SourceLocation = #_sourceLocation) async throws {
        let before = try bytes
        await expect(code, { try await open() }, at: location)
        await expect(code, { try await open() }, at: location)
        #expect(try bytes == before, "the file was changed", sourceLocation: location)
    }

    // MARK: Guarantees

    @Test func `values survive closing and reopening the store`() async throws {
        try await filled()
        let store = try await open()
        #expect(try store.value(.sequenceNumber) == 7)
        #expect(try store.value(.registration) == .sample)
        #expect(try store.value(.revocationCode) == nil)
        try store.change { $0.remove(.registration) }
        #expect(try store.value(.registration) == nil)
        #expect(try store.value(.sequenceNumber) == 7)
    }

    @Test func `no value and no key is readable in the files, even after it was removed`() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in try changes.set(.registration, to: .sample) }
        try store.change { $0.remove(.registration) }
        for name in try FileManager.default.contentsOfDirectory(atPath: phone.utilities.storageDirectory) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: phone.utilities.storageDirectory + "/" + name))
            #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
        }
    }

    @Test func `every file of the store is readable only by its owner`() async throws {
        _ = try await open()
        for name in try FileManager.default.contentsOfDirectory(atPath: phone.utilities.storageDirectory) {
            let attributes = try FileManager.default.attributesOfItem(atPath: phone.utilities.storageDirectory + "/" + name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
        }
    }

    @Test func `after a write the main file contains everything`() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 9) }
        // A copy without the log, as if the log were lost.
        let copy = try Phone()
        try FileManager.default.copyItem(atPath: phone.file, toPath: copy.file)
        let restored = try await SealedStore.open(
            in: copy.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        #expect(try restored.value(.sequenceNumber) == 9)
    }

    @Test func `committed values survive a kill before the checkpoint of the log`() async throws {
        let store = try await open()
        // A long-running reader prevents the checkpoint of the log.
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: phone.file, configuration: configuration)
        try await reader.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN; SELECT count(*) FROM account")
        }
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 11) }
        let copy = try Phone()
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: phone.file + suffix, toPath: copy.file + suffix) }
        let log = try FileManager.default.attributesOfItem(atPath: copy.file + "-wal")
        try #require((log[.size] as? NSNumber)?.intValue ?? 0 > 0)
        let restored = try await SealedStore.open(
            in: copy.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        #expect(try restored.value(.sequenceNumber) == 11)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    }

    @Test func `SQLite does not trust the schema, and overwrites deleted data`() async throws {
        let store = try await open()
        let pragmas = try await store.database.read { database in
            try ["trusted_schema", "secure_delete", "journal_mode", "synchronous"].map {
                try String.fetchOne(database, sql: "PRAGMA \($0)")
            }
        }
        #expect(pragmas == ["0", "1", "wal", "2"])
    }

    // MARK: An interrupted first start

    @Test func `an empty file without a key counts as a first start`() async throws {
        try Data().write(to: URL(fileURLWithPath: phone.file))
        let store = try await open()
        #expect(try store.value(.registration) == nil)
    }

    @Test func `a first start that ended after creating the tables is completed`() async throws {
        try makeTables()
        try await expectCompleteStart()
    }

    @Test func `a first start that ended after creating the key is completed`() async throws {
        try makeTables()
        _ = try await phone.encryptionKeys.encrypt([], with: SealedStore.encryptionKeyIdentifier)
        try await expectCompleteStart()
    }

    // MARK: Refusals

    @Test func `a key without its file does not count as a first start`() async throws {
        try await filled()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: phone.file + suffix) }
        await expect(.storeDamaged) { try await open() }
        #expect(!FileManager.default.fileExists(atPath: phone.file))
    }

    @Test func `a store file without its key is refused`() async throws {
        try await filled()
        await phone.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier)
        try await expectRefusal(.storeDamaged)
    }

    @Test func `the store of another phone is refused`() async throws {
        try await filled()
        phone.encryptionKeys.keys.withLock { $0[SealedStore.encryptionKeyIdentifier] = SymmetricKey(size: .bits256) }
        try await expectRefusal(.storeOfOtherPhone)
    }

    @Test func `an empty file with a key is refused`() async throws {
        try await filled()
        try Data().write(to: URL(fileURLWithPath: phone.file))
        try await expectRefusal(.storeDamaged)
    }

    @Test(arguments: [1, 15, 16, 99, 100, 511, 512, 2048, 4095, 4096, 4097, 8192, 12288, 16384, 20479])
    func `a truncated store is refused`(length: Int) async throws {
        try await filled()
        let whole = try bytes
        try #require(length < whole.count)
        try whole.prefix(length).write(to: URL(fileURLWithPath: phone.file))
        try await expectRefusal(.storeDamaged)
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func `a store with a page of garbage is refused`(page: Int) async throws {
        try await filled()
        var whole = try bytes
        try #require((page + 1) * 4096 <= whole.count)
        whole.replaceSubrange(page * 4096..<(page + 1) * 4096, with: systemRandomBytes(4096))
        try whole.write(to: URL(fileURLWithPath: phone.file))
        try await expectRefusal(.storeDamaged)
    }

    @Test func `a file that is not a database is refused`() async throws {
        try Data("This is not a database, but somebody's letter.".utf8).write(to: URL(fileURLWithPath: phone.file))
        try await expectRefusal(.storeDamaged)
    }

    @Test func `a database of a different program is refused`() async throws {
        try tamper { try $0.execute(sql: "CREATE TABLE letters (text TEXT)") }
        try await expectRefusal(.storeDamaged)
    }

    @Test func `a directory in place of the store is refused`() async throws {
        try FileManager.default.createDirectory(atPath: phone.file, withIntermediateDirectories: false)
        await expect(.storeDamaged) { try await open() }
    }

    @Test func `a link in place of the store is not followed`() async throws {
        let other = try Phone()
        try await filled()
        try FileManager.default.createSymbolicLink(atPath: other.file, withDestinationPath: phone.file)
        await expect(.storeDamaged) {
            try await SealedStore.open(
                in: other.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        }
    }

    @Test func `an error is reported if the directory was removed`() async throws {
        try FileManager.default.removeItem(atPath: phone.utilities.storageDirectory)
        await expect(.storeDamaged) { try await open() }
    }

    @Test func `the store of a newer version is refused and not changed`() async throws {
        try await filled()
        try tamper { try $0.execute(sql: "PRAGMA user_version = \(StoreSchema.version + 1); ALTER TABLE account ADD COLUMN more TEXT") }
        try await expectRefusal(.storeTooNew)
    }

    /// Changes to the tables, in SQL.
    static let changes = [
        "UPDATE account SET sealed = randomblob(80) WHERE name = 'registration'",
        "UPDATE account SET sealed = x'' WHERE name = 'registration'",
        "DELETE FROM account WHERE name = 'registration'",
        "DELETE FROM account", "DELETE FROM pending", "DELETE FROM preference", "DELETE FROM vault",
        "UPDATE account SET sealed = (SELECT sealed FROM account WHERE name = 'sequence_number') WHERE name = 'registration'",
        "UPDATE account SET sealed = (SELECT sealed FROM pending)", "UPDATE pending SET sealed = (SELECT sealed FROM preference)",
        "UPDATE preference SET sealed = (SELECT sealed FROM account WHERE name = 'registration')",
        "INSERT INTO pending SELECT * FROM account WHERE name = 'registration'",
        "UPDATE account SET name = 'revocation_code' WHERE name = 'registration'",
        "UPDATE account SET name = upper(name)",
        "INSERT INTO preference VALUES ('more', randomblob(60))",
        "UPDATE vault SET wrapped_key = randomblob(60)", "UPDATE vault SET wrapped_key = x''",
        "UPDATE vault SET sentinel = randomblob(60)", "UPDATE vault SET sentinel = (SELECT sealed FROM preference)",
        "DROP TABLE account", "DROP TABLE vault", "DROP TABLE preference", "ALTER TABLE pending RENAME TO other",
        "CREATE TRIGGER t AFTER UPDATE ON account BEGIN DELETE FROM vault; END",
        "CREATE VIEW v AS SELECT * FROM vault", "CREATE TABLE more (x)",
        "ALTER TABLE vault RENAME TO old; CREATE VIEW vault AS SELECT * FROM old",
        "DROP TABLE vault; CREATE TABLE vault (id, wrapped_key, sentinel); INSERT INTO vault VALUES (1, 2, 3)",
        "PRAGMA application_id = 0", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
    ]

    @Test(arguments: changes)
    func `the start detects a change of the file outside the store`(sql: String) async throws {
        try await filled()
        try tamper { try $0.execute(sql: sql) }
        try await expectRefusal(.storeDamaged)
    }

    @Test func `a value restored from an earlier time is detected`() async throws {
        try await filled()
        let old = try await DatabaseQueue(path: phone.file).read {
            try Data.fetchOne($0, sql: "SELECT sealed FROM account WHERE name = 'sequence_number'")
        }
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 8) }
        try store.database.close()
        try tamper { try $0.execute(sql: "UPDATE account SET sealed = ? WHERE name = 'sequence_number'", arguments: [old]) }
        try await expectRefusal(.storeDamaged)
    }

    @Test func `a sealed value opens only in its own place and only unchanged`() throws {
        let seal = ValueSeal(dataKey: systemRandomBytes(32))
        let sealed = try seal.seal(Data("value".utf8), table: "account", name: "registration")
        #expect(try seal.open(sealed, table: "account", name: "registration") == Data("value".utf8))
        let other = ValueSeal(dataKey: systemRandomBytes(32))
        let damaged = WalletCoreError(.storeDamaged, "")
        #expect(throws: damaged) { try seal.open(sealed, table: "pending", name: "registration") }
        #expect(throws: damaged) { try seal.open(sealed, table: "account", name: "sequence_number") }
        #expect(throws: damaged) { try seal.open(sealed, table: "account\0registration", name: "") }
        #expect(throws: damaged) { try other.open(sealed, table: "account", name: "registration") }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: damaged) { try seal.open(changed, table: "account", name: "registration") }
            #expect(throws: damaged) { try seal.open(sealed.prefix(index), table: "account", name: "registration") }
        }
    }

    @Test func `values swapped while the store is open are detected when they are read`() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.sequenceNumber, to: 7)
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: "k", isSpent: false))
            try changes.set(.registration, to: .sample)
        }
        try await store.database.writeWithoutTransaction { database in
            try database.execute(sql: "UPDATE account SET sealed = (SELECT sealed FROM account WHERE name = 'registration')")
            try database.execute(sql: "UPDATE pending SET sealed = (SELECT sealed FROM account WHERE name = 'registration')")
        }
        await expect(.storeDamaged) { try store.value(.sequenceNumber) }
        await expect(.storeDamaged) { try store.value(.pendingDeviceKey) }
        #expect(try store.value(.registration) == .sample)
    }

    @Test func `a value of a wrong form is refused when it is read`() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in try changes.set(StoreKey<String>(.account, "registration"), to: "text") }
        await expect(.storeDamaged) { try store.value(.registration) }
    }

    // MARK: A full disk

    @Test func `on a full disk no value changes, and once there is room writes succeed`() async throws {
        let store = try await open()
        try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 1) }
        try FullDisk.fill(store)
        await expect(.storeFull) {
            try store.change { changes throws(WalletCoreError) in
                try changes.set(.sequenceNumber, to: 2)
                try changes.set(.registration, to: .large)
            }
        }
        #expect(try store.value(.sequenceNumber) == 1)
        #expect(try store.value(.registration) == nil)
        try FullDisk.free(store)
        try store.change { changes throws(WalletCoreError) in try changes.set(.registration, to: .large) }
        #expect(try store.value(.registration) == .large)
        try store.database.close()
        #expect(try await open().value(.registration) == .large)
    }
}

extension Registration {
    static let sample = Registration(
        walletID: "canary-wallet", deviceKeyID: "canary-key", deviceKeyKind: .apple, certificate: "canary-certificate",
        salt: Data("canary-salt".utf8))
    static let large = Registration(
        walletID: "w", deviceKeyID: "k", deviceKeyKind: .android, certificate: String(repeating: "c", count: 60_000), salt: Data())
}

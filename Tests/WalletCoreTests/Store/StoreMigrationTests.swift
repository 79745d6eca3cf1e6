// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// Stores of earlier versions, created by the code of those versions. Tests/Fixtures/Store contains them; they are never recreated.
struct StoreMigrationTests {
    /// A store of an earlier version, and its expected contents after the migration.
    struct Earlier: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let holds: @Sendable (SealedStore) throws -> Void

        init(_ name: String, _ holds: @escaping @Sendable (SealedStore) throws -> Void) {
            testDescription = name
            self.holds = holds
        }

        func phone() throws -> Phone { try Phone(fixture: testDescription) }
    }

    static let earlier = [
        Earlier("version-1-begun") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-1-empty") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-1-iphone-unnamed") { store throws in
            #expect(try store.value(.sequenceNumber) == 41)
            #expect(try store.value(.registration) == registration(.apple))
            #expect(try store.value(.revocationCode) == StoredRevocationCode(text: "ABCDEFGH0123456789", isConfirmed: true))
            #expect(try store.value(.biometrics) == BiometricPreference(publicKey: Data(repeating: 4, count: 65)))
        },
        Earlier("version-1-android") { store throws in
            #expect(try store.value(.sequenceNumber) == 41)
            #expect(try store.value(.registration) == registration(.android))
            #expect(try store.value(.revocationCode) == StoredRevocationCode(text: "ABCDEFGH0123456789", isConfirmed: false))
        },
        Earlier("version-1-registering") { store throws in
            #expect(try store.value(.pendingDeviceKey) == PendingDeviceKey(identifier: "canary-key", isSpent: true))
            let pending = try #require(try store.value(.pendingRegistration))
            #expect(pending.deviceKeyKind == .apple && pending.salt == Data("canary-salt".utf8))
            #expect(pending.receivedAt == Date(timeIntervalSince1970: 1_800_000_000) && pending.lifetime == 300)
        },
        Earlier("version-2-begun") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-2-empty") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-2-android") { store throws in
            #expect(try store.value(.sequenceNumber) == 41)
            #expect(try store.value(.registration) == registration(.android))
            #expect(try store.value(.pendingPINChange) == PendingPINChange(newSalt: Data("canary-new".utf8), stage: .commit))
            #expect(try store.value(.language) == "nl" && store.cardEntries().isEmpty)
            #expect(try store.value(.walletStatus)?.updatedAt == Date(timeIntervalSince1970: 1_800_000_000))
        },
        Earlier("version-3-begun") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-3-empty") { store throws in #expect(try store.cardEntries().isEmpty) },
        Earlier("version-3-cards", holdsCards),
        Earlier("version-4-begun") { store throws in #expect(try store.value(.sequenceNumber) == nil) },
        Earlier("version-4-empty") { store throws in #expect(try store.cardEntries().isEmpty) },
        Earlier("version-4-cards", holdsCards),
    ]

    /// The earlier stores with values: all except those of an interrupted first start.
    static let filled = earlier.filter { !["begun", "empty"].contains($0.testDescription.split(separator: "-").last) }

    /// The cards in `version-3-cards` and `version-4-cards`.
    private static let cards: [CardEntry] = {
        func date(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        let styles = [
            CardEntry.Style(locale: "nl", name: "canary nl", description: "d", backgroundColor: "#000", textColor: "#fff"),
            CardEntry.Style(locale: nil, name: "canary", description: nil, backgroundColor: nil, textColor: nil),
        ]
        let issuer = StoredText([.init(locale: "nl", text: "canary issuer"), .init(locale: nil, text: "issuer")])
        return [
            CardEntry(
                id: CardID("first-card"), isPID: true, type: "urn:canary:pid", styles: styles, issuerName: issuer,
                issuedAt: date(785_376_000.25), validFrom: date(785_376_000), expiresAt: date(793_152_000),
                sdJWTs: ["first-card.sd.0", "first-card.sd.1", "first-card.sd.01", "odd"], mdocs: ["first-card.mdoc.7"],
                status: .init(
                    value: .suspended, updatedAt: date(785_376_001.5),
                    references: ["https://canary.test/a": [5, 6, 7], "https://canary.test/b": [5]]),
                logos: [CardEntry.Pictures(locale: "nl", logo: "data:image/png;base64,AA==", logoText: "l", background: "b")]),
            CardEntry(
                id: CardID("least-card"), isPID: false, type: "urn:canary:pid", styles: styles, issuerName: issuer,
                issuedAt: date(785_376_000.25), validFrom: nil, expiresAt: nil, sdJWTs: [], mdocs: [],
                status: .init(value: .valid, updatedAt: date(785_376_000.25), references: [:])),
        ]
    }()

    /// The contents of `version-3-cards` and `version-4-cards`.
    private static func holdsCards(_ store: SealedStore) throws {
        #expect(try store.value(.sequenceNumber) == 41)
        #expect(try store.cardEntries() == cards)
        #expect(try store.value(.pid) == StoredPID(card: CardID("first-card"), recovery: .known))
        #expect(try store.value(.card(CardID("first-card")))?.payload == Data(#"{"given_name":"canary"}"#.utf8))
        #expect(try store.value(.copy("first-card.sd.0")) == StoredCopy(credential: "canary~", keyID: "canary-key"))
        #expect(try store.value(.eventCount) == 1 && store.value(.event(1))?.kind == "issued")
    }

    private static func registration(_ kind: AttestedKeyKind) -> Registration {
        Registration(
            walletID: "canary-wallet", deviceKeyID: "canary-key", deviceKeyKind: kind, certificate: "canary-certificate",
            salt: Data("canary-salt".utf8))
    }

    @Test func `the fixtures contain a store of every earlier version`() {
        for version in 1..<StoreSchema.version {
            #expect(Self.earlier.contains { $0.testDescription.hasPrefix("version-\(version)-") })
        }
    }

    @Test(arguments: earlier)
    func `an earlier store is migrated to the present version, once, with all its data`(earlier: Earlier) async throws {
        let phone = try earlier.phone()
        for _ in 0..<2 {
            let store = try await phone.openStore()
            try earlier.holds(store)
            store.close()
            #expect(try StoreFile(in: phone.directory).examine() == .store(version: StoreSchema.version))
        }
        let bytes = try phone.contents().values
        #expect(bytes.allSatisfy { $0.range(of: Data("canary".utf8)) == nil })
    }

    @Test(arguments: filled)
    func `after a migration no value sealed by the earlier version is left, and none of them opens`(earlier: Earlier) async throws {
        let phone = try earlier.phone()
        let old = try StoreFile(in: phone.directory).read { try Sentinel.values(in: $0, version: StoreSchema.version(of: $0)) }
        try await phone.openStore().close()
        let bytes = try phone.contents().values
        for value in old { #expect(bytes.allSatisfy { $0.range(of: value.sealed) == nil }) }
        for value in old {
            let phone = try earlier.phone()
            try await phone.openStore().close()
            let database = try DatabaseQueue(path: phone.file)
            let changed = try await database.write { database in
                try database.execute(
                    sql: "INSERT OR REPLACE INTO \(value.table.rawValue) (name, sealed) VALUES (?, ?)",
                    arguments: [value.name, value.sealed])
                return database.changesCount
            }
            try database.close()
            #expect(changed == 1, "\(value.table) \(value.name)")
            // Rows of large tables are opened when they are read.
            if value.table.isLarge {
                let store = try await phone.openStore()
                await expect(.storeDamaged) { try earlier.holds(store) }
                store.close()
            } else {
                await expect(.storeDamaged) { try await phone.openStore() }
            }
        }
    }

    @Test(arguments: earlier)
    func `a migration killed at any point resumes or starts over`(earlier: Earlier) async throws {
        let phone = try earlier.phone()
        let killed = try await KilledPhones.during(phone) { try await phone.openStore().close() }
        #expect(killed.count > 5)
        for phone in killed {
            let store = try await phone.openStore()
            try earlier.holds(store)
            try store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: 42) }
            store.close()
            #expect(try await phone.openStore().value(.sequenceNumber) == 42)
        }
    }

    @Test(arguments: earlier, [ENOSPC, EIO, EDQUOT])
    func `a disk that fails at any write during a migration keeps the store complete`(earlier: Earlier, error: CInt) async throws {
        for isLasting in [true, false] {
            for number in 1..<200 {
                let phone = try earlier.phone()
                let calls = StoreSystemCalls(in: phone.directory)
                defer { calls.stop() }
                calls.fail(number..<(isLasting ? .max : number + 1), with: error)
                let code = await outcome(of: phone)
                #expect([nil, .storeFull].contains(code), "\(number)")
                let isDone = calls.count < number
                calls.heal()
                let store = try await phone.openStore()
                try earlier.holds(store)
                store.close()
                if isDone { break }
                try #require(number < 199)
            }
        }
    }

    private func outcome(of phone: Phone) async -> WalletCoreError.Code? {
        do {
            try await phone.openStore().close()
            return nil
        } catch {
            return (error as? WalletCoreError)?.code
        }
    }

    @Test(arguments: [
        "UPDATE account SET sealed = randomblob(80) WHERE name = 'registration'", "DELETE FROM account WHERE name = 'sequence_number'",
        "DELETE FROM vault", "UPDATE vault SET sentinel = randomblob(60)", "DROP TABLE pending",
        "CREATE TABLE received (name TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TRIGGER t AFTER UPDATE ON account BEGIN DELETE FROM vault; END", "PRAGMA user_version = 2", "PRAGMA user_version = 0",
    ])
    func `an earlier store that was altered is not migrated`(sql: String) async throws {
        let phone = try Phone(fixture: "version-1-android")
        let database = try DatabaseQueue(path: phone.file)
        try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
        try database.close()
        let before = try phone.storeBytes
        for _ in 0..<2 { await expect(.storeDamaged) { try await phone.openStore() } }
        #expect(try phone.storeBytes == before)
    }

    @Test func `an earlier store without its key, or with a wrong key, is not changed`() async throws {
        let phone = try Phone(fixture: "version-1-android")
        let before = try phone.storeBytes
        await phone.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier)
        await expect(.storeOfOtherPhone) { try await phone.openStore() }
        _ = try await phone.encryptionKeys.encrypt([], with: SealedStore.encryptionKeyIdentifier)
        await expect(.storeDamaged) { try await phone.openStore() }
        #expect(try phone.storeBytes == before)
    }

    @Test(arguments: [6, 7, 100, Int(Int32.max)])
    func `a newer store is not changed`(version: Int) async throws {
        for sql in ["SELECT 1", "CREATE TABLE more (x)", "DROP TABLE vault", "ALTER TABLE account ADD COLUMN more TEXT"] {
            let phone = try Phone(fixture: "version-1-android")
            let database = try DatabaseQueue(path: phone.file)
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(version); \(sql)") }
            try database.close()
            let before = try phone.storeBytes
            for _ in 0..<2 { await expect(.storeTooNew) { try await phone.openStore() } }
            #expect(try phone.storeBytes == before)
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderSQLite

/// The audit log against somebody who can write the database.
struct AuditLogTests {
    let directory: TemporaryDirectory
    let store: SQLiteAccountStore
    let hsm: SoftwareHSM
    let clock = TestClock()

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteAccountStore(path: directory.path("accounts.sqlite"))
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    var log: AuditLog { AuditLog(store: store, hsm: hsm, clock: { [clock] in clock.now }) }

    func fill(_ count: UInt8 = 5) async throws {
        for number in 1...count {
            try await log.record(.deregisterWallet(WalletID { [UInt8](repeating: number, count: $0) }), by: .operator(name: "o"))
        }
    }

    /// What somebody does who has taken the triggers away.
    func tamper(_ statements: [String]) throws {
        let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"))
        try queue.write { database in
            try database.execute(sql: "DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays")
            for statement in statements { try database.execute(sql: statement) }
        }
        try queue.close()
    }

    static let tamperings: [(what: String, statements: [String], damage: AuditDamage)] = [
        ("an entry changed", ["UPDATE audit SET entry = x'7B7D' WHERE number = 3"], AuditDamage(number: 3, kind: .changed)),
        ("a hash changed", ["UPDATE audit SET hash = zeroblob(32) WHERE number = 2"], AuditDamage(number: 2, kind: .changed)),
        ("a seal changed", ["UPDATE audit SET seal = zeroblob(32) WHERE number = 4"], AuditDamage(number: 4, kind: .notSealedHere)),
        ("the first removed", ["DELETE FROM audit WHERE number = 1"], AuditDamage(number: 1, kind: .missing)),
        ("a middle one removed", ["DELETE FROM audit WHERE number = 3"], AuditDamage(number: 3, kind: .missing)),
        (
            "a middle one removed and the rest moved up",
            ["DELETE FROM audit WHERE number = 3", "UPDATE audit SET number = 3 WHERE number = 4"],
            AuditDamage(number: 3, kind: .changed)
        ),
        (
            "two swapped",
            [
                "UPDATE audit SET number = 99 WHERE number = 2", "UPDATE audit SET number = 2 WHERE number = 3",
                "UPDATE audit SET number = 3 WHERE number = 99",
            ], AuditDamage(number: 2, kind: .changed)
        ),
        (
            "the entries of two swapped",
            [
                """
                UPDATE audit SET entry = (SELECT b.entry FROM audit AS b WHERE b.number = 5 - audit.number) WHERE number IN (2, 3)
                """
            ], AuditDamage(number: 2, kind: .changed)
        ),
        (
            "one put in between",
            [
                "UPDATE audit SET number = 6 WHERE number = 5", "UPDATE audit SET number = 5 WHERE number = 4",
                "INSERT INTO audit SELECT 4, entry, hash, seal FROM audit WHERE number = 2",
            ], AuditDamage(number: 4, kind: .changed)
        ),
        (
            "one with a number after a gap", ["INSERT INTO audit VALUES (7, x'7B7D', zeroblob(32), zeroblob(32))"],
            AuditDamage(number: 6, kind: .missing)
        ),
        (
            "one with the highest number", ["INSERT INTO audit VALUES (9223372036854775807, x'7B7D', zeroblob(32), zeroblob(32))"],
            AuditDamage(number: 6, kind: .missing)
        ),
        (
            "one before the first", ["INSERT INTO audit VALUES (0, x'7B7D', zeroblob(32), zeroblob(32))"],
            AuditDamage(number: 1, kind: .changed)
        ),
    ]

    @Test(arguments: tamperings.indices)
    func `every kind of tampering is found, at the record where it is`(_ index: Int) async throws {
        let (what, statements, damage) = Self.tamperings[index]
        try await fill()
        #expect(try await log.verify()?.number == 5)
        try tamper(statements)
        await #expect(throws: damage, "\(what)") { try await log.verify() }
    }

    @Test func `a chain that was made without the HSM is found by its seals`() async throws {
        try await fill()
        let strangers = AuditLog(
            store: store, hsm: try SoftwareHSM(keyFile: directory.path("other"), secretFile: directory.path("other secret")),
            clock: { [clock] in clock.now })
        try await strangers.record(.revokeSolution, by: .portal)
        await #expect(throws: AuditDamage(number: 6, kind: .notSealedHere)) { try await log.verify() }
        await #expect(throws: AuditDamage(number: 1, kind: .notSealedHere)) { try await strangers.verify() }
    }

    @Test func `a record with the highest number stops the log, not the program`() async throws {
        try tamper(["INSERT INTO audit VALUES (9223372036854775807, x'7B7D', zeroblob(32), zeroblob(32))"])
        await #expect(throws: AccountStoreError(.damaged, "")) { try await log.record(.revokeSolution, by: .portal) }
    }

    @Test(arguments: [
        "UPDATE audit SET entry = x'00'", "UPDATE audit SET number = 9", "DELETE FROM audit", "DELETE FROM audit WHERE number = 5",
    ])
    func `the database itself refuses to change or remove a record`(_ statement: String) async throws {
        try await fill()
        let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"))
        #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: statement) } }
        try queue.close()
        #expect(try await log.verify()?.number == 5)
    }

    @Test func `many writers at once make one chain`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 as Range<UInt8> {
                group.addTask { [log] in
                    try await log.record(.deregisterWallet(WalletID { [UInt8](repeating: number, count: $0) }), by: .wallet)
                }
            }
            try await group.waitForAll()
        }
        var entries: Set<[UInt8]> = []
        #expect(try await log.verify { entries.insert($0.entry) }?.number == 40)
        #expect(entries.count == 40)
    }

    @Test func `a log longer than a page is read to its end`() async throws {
        for _ in 0..<503 { try await log.record(.revokeSolution, by: .portal) }
        #expect(try await log.verify()?.number == 503)
    }

    @Test func `an empty log stands`() async throws {
        #expect(try await log.verify() == nil)
    }
}

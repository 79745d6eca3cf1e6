// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// The audit log against an attacker with write access to the database, on every kind of store.
struct AuditLogTests {
    let directory: TemporaryDirectory
    let hsm: SoftwareHSM
    let clock = TestClock()

    init() throws {
        directory = try TemporaryDirectory()
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    func log(on stage: StoreStage) -> AuditLog { AuditLog(store: stage.store, hsm: hsm, clock: { [clock] in clock.now }) }

    /// A store with five records.
    func filled(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        for number in 1...5 as ClosedRange<UInt8> {
            try await log(on: stage)
                .record(.deregisterWallet(WalletID { [UInt8](repeating: number, count: $0) }), by: .operator(name: "o"))
        }
        return stage
    }

    static let tamperings: [(what: String, statements: [String], damage: AuditDamage)] = [
        ("an entry changed", ["UPDATE audit SET entry = ENTRY WHERE number = 3"], AuditDamage(number: 3, kind: .changed)),
        ("a hash changed", ["UPDATE audit SET hash = ZEROS WHERE number = 2"], AuditDamage(number: 2, kind: .changed)),
        ("a seal changed", ["UPDATE audit SET seal = ZEROS WHERE number = 4"], AuditDamage(number: 4, kind: .notSealedHere)),
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
            "one with a number after a gap", ["INSERT INTO audit VALUES (7, ENTRY, ZEROS, ZEROS)"],
            AuditDamage(number: 6, kind: .missing)
        ),
        (
            "one with the highest number", ["INSERT INTO audit VALUES (9223372036854775807, ENTRY, ZEROS, ZEROS)"],
            AuditDamage(number: 6, kind: .missing)
        ),
        (
            "one before the first", ["INSERT INTO audit VALUES (0, ENTRY, ZEROS, ZEROS)"],
            AuditDamage(number: 1, kind: .changed)
        ),
    ]

    @Test(arguments: StoreKind.installed, tamperings.indices)
    func `every kind of tampering is detected at the record that was altered`(_ kind: StoreKind, _ index: Int) async throws {
        let (what, statements, damage) = Self.tamperings[index]
        let stage = try await filled(kind)
        #expect(try await log(on: stage).verify()?.number == 5)
        try await stage.stores.rewriteAuditLog(statements)
        await #expect(throws: damage, "\(what)") { try await log(on: stage).verify() }
    }

    @Test(arguments: StoreKind.installed)
    func `a chain made without the HSM is detected by its seals`(_ kind: StoreKind) async throws {
        let stage = try await filled(kind)
        let strangers = AuditLog(
            store: stage.store, hsm: try SoftwareHSM(keyFile: directory.path("other"), secretFile: directory.path("other secret")),
            clock: { [clock] in clock.now })
        try await strangers.record(.revokeSolution, by: .portal)
        await #expect(throws: AuditDamage(number: 6, kind: .notSealedHere)) { try await log(on: stage).verify() }
        await #expect(throws: AuditDamage(number: 1, kind: .notSealedHere)) { try await strangers.verify() }
    }

    @Test(arguments: StoreKind.installed)
    func `a record with the highest number stops the log but does not crash`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        try await stage.stores.rewriteAuditLog(["INSERT INTO audit VALUES (9223372036854775807, ENTRY, ZEROS, ZEROS)"])
        await #expect(throws: AccountStoreError(.damaged, "")) { try await log(on: stage).record(.revokeSolution, by: .portal) }
    }

    @Test(
        arguments: StoreKind.installed,
        ["UPDATE audit SET entry = ENTRY", "UPDATE audit SET number = 9", "DELETE FROM audit", "DELETE FROM audit WHERE number = 5"])
    func `the database rejects changes and removals of records`(_ kind: StoreKind, _ statement: String) async throws {
        let stage = try await filled(kind)
        await #expect(throws: (any Error).self) { try await stage.stores.rewriteAuditLog([statement], guarded: true) }
        #expect(try await log(on: stage).verify()?.number == 5)
    }

    @Test(arguments: StoreKind.installed)
    func `a log longer than one page is read completely`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        // Keeps the stage, and with it the database files, until the end of the test.
        defer { withExtendedLifetime(stage) {} }
        let log = log(on: stage)
        for _ in 0..<503 { try await log.record(.revokeSolution, by: .portal) }
        #expect(try await log.verify()?.number == 503)
    }

    @Test(arguments: StoreKind.installed)
    func `an empty log is valid`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        defer { withExtendedLifetime(stage) {} }
        #expect(try await log(on: stage).verify() == nil)
    }
}

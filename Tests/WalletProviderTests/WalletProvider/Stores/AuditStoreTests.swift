// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// The audit log's storage in every store.
struct AuditStoreTests {
    func record(_ number: Int64, _ entry: UInt8 = 1) -> AuditRecord {
        AuditRecord(
            number: number, entry: [entry], hash: [UInt8](repeating: entry, count: 32), seal: [UInt8](repeating: entry, count: 32))
    }

    @Test(arguments: StoreKind.installed)
    func `a record is added only after the last one, and is read back unchanged`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        // Keeps the stage, and with it the database files, until the end of the test.
        defer { withExtendedLifetime(stage) {} }
        let store = stage.store
        #expect(try await store.lastAuditRecord() == nil)
        for number in [0, 2, -1, .max, .min] as [Int64] {
            #expect(try await !store.append(record(number)))
        }
        #expect(try await store.append(record(1)))
        #expect(try await !store.append(record(1, 2)))
        #expect(try await !store.append(record(3)))
        #expect(try await store.append(record(2, 2)))
        #expect(try await store.lastAuditRecord() == record(2, 2))
        #expect(try await store.auditRecords(after: 0, limit: 10) == [record(1), record(2, 2)])
    }

    @Test(arguments: StoreKind.installed)
    func `records are read in pages and in order`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        // Keeps the stage, and with it the database files, until the end of the test.
        defer { withExtendedLifetime(stage) {} }
        let store = stage.store
        for number in 1...12 as ClosedRange<UInt8> { #expect(try await store.append(record(Int64(number), number))) }
        #expect(try await store.auditRecords(after: 0, limit: 5).map(\.number) == Array(1...5))
        #expect(try await store.auditRecords(after: 10, limit: 5).map(\.number) == [11, 12])
        #expect(try await store.auditRecords(after: .min, limit: 1).map(\.number) == [1])
        #expect(try await store.auditRecords(after: 12, limit: 5).isEmpty)
        #expect(try await store.auditRecords(after: .max, limit: 5).isEmpty)
    }

    @Test(arguments: StoreKind.installed)
    func `of concurrent writers with the same record number, only one succeeds`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for entry in 0..<30 as Range<UInt8> {
                group.addTask { try await stage.store.append(record(1, entry)) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 1)
        #expect(try await stage.store.auditRecords(after: 0, limit: 100).count == 1)
    }
}

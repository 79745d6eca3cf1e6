// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// A migration of the store from one version to the next. Migrations go forward only, and each is one transaction: tables, values, sentinel and
/// version change together or not at all.
///
/// A released migration is never edited. It contains its own definitions of the formats it reads and writes, so that later changes of a record do
/// not affect it. The tests keep stores of every earlier version.
struct StoreMigration: Sendable {
    /// The SQL that changes the tables.
    let statements: [String]
    /// Converts a value for the next version, given its table, name and plaintext.
    let convert: @Sendable (StoreTable, String, Data) throws(WalletCoreError) -> Data

    /// The migrations; index n migrates from version n to n + 1.
    static let all = [
        StoreMigration(
            statements: ["PRAGMA application_id = \(StoreSchema.applicationID)"]
                + StoreTable.tables(in: 1).map(StoreSchema.statement) + [StoreSchema.vault],
            convert: { _, _, value throws(WalletCoreError) in value }),
        StoreMigration(
            statements: StoreTable.tables(in: 2).filter { !StoreTable.tables(in: 1).contains($0) }.map(StoreSchema.statement),
            convert: { table, name, value throws(WalletCoreError) in try Version1.convert(table, name, value) }),
        StoreMigration(
            statements: StoreTable.tables(in: 3).filter { !StoreTable.tables(in: 2).contains($0) }.map(StoreSchema.statement),
            convert: { _, _, value throws(WalletCoreError) in value }),
        StoreMigration(statements: [], convert: { table, name, value throws(WalletCoreError) in try Version3.convert(table, name, value) }),
    ]

    /// Migrates a file to the present version. An interrupted run continues at the next start.
    ///
    /// - Parameter dataKey: the key of the values, 32 bytes; nil for a store without values and without a vault.
    static func run(_ database: Database, dataKey: [UInt8]?) throws {
        let first = try StoreSchema.version(of: database)
        guard first < all.count else { return }
        for version in first..<all.count {
            try database.inTransaction(.immediate) {
                try all[version].take(database, from: version, dataKey: dataKey)
                try database.execute(sql: "PRAGMA user_version = \(version + 1)")
                return .commit
            }
        }
    }

    private func take(_ database: Database, from version: Int, dataKey: [UInt8]?) throws {
        guard let dataKey else {
            for statement in statements { try database.execute(sql: statement) }
            return
        }
        let (old, new) = (ValueSeal(dataKey: dataKey, version: version), ValueSeal(dataKey: dataKey, version: version + 1))
        let values = try Sentinel.values(in: database, version: version)
        for statement in statements { try database.execute(sql: statement) }
        for value in values {
            let table = value.table.rawValue
            // A damaged card, copy or event must not fail the whole wallet; it stays unreadable.
            if value.table.isLarge, (try? old.open(value.sealed, table: table, name: value.name)) == nil { continue }
            let converted = try convert(value.table, value.name, try old.open(value.sealed, table: table, name: value.name))
            try database.execute(
                sql: "UPDATE \(table) SET sealed = ? WHERE name = ?",
                arguments: [try new.seal(converted, table: table, name: value.name), value.name])
        }
        try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(database, with: new)])
    }
}

/// Values of version 1. Values from before Android phones existed do not name the device key's platform: it was Apple's.
private enum Version1 {
    private struct Registration: Codable {
        let walletID: String
        let deviceKeyID: String
        var deviceKeyKind: String?
        let certificate: String
        let salt: Data
    }

    private struct PendingRegistration: Codable {
        let walletID: String
        let deviceKeyID: String
        var deviceKeyKind: String?
        let salt: Data
        let message: String
        let body: Data
        let receivedAt: Date
        let lifetime: TimeInterval
    }

    static func convert(_ table: StoreTable, _ name: String, _ value: Data) throws(WalletCoreError) -> Data {
        switch (table, name) {
        case (.account, "registration"): try convert(value, \Registration.deviceKeyKind)
        case (.pending, "registration"): try convert(value, \PendingRegistration.deviceKeyKind)
        default: value
        }
    }

    private static func convert<Record: Codable>(
        _ value: Data, _ kind: WritableKeyPath<Record, String?>
    ) throws(WalletCoreError) -> Data {
        guard var record = try? JSONDecoder().decode(Record.self, from: value) else {
            throw WalletCoreError(.storeDamaged, "a registration of version 1 has another shape")
        }
        record[keyPath: kind] = record[keyPath: kind] ?? "apple"
        guard let converted = try? JSONEncoder().encode(record) else {
            throw WalletCoreError(.unexpected, "a registration of version 1 cannot be encoded")
        }
        return converted
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// A step of the store from one version to the next. Steps go forward only, and each is one transaction: tables, values, sentinel and the
/// version's number change together or not at all.
///
/// A step that a released app has taken is never edited. What it reads and writes is spelt out in it, so that a record that changes later
/// does not change what the step does. The tests keep stores of every earlier version.
struct StoreMigration: Sendable {
    /// What changes the tables, in SQL.
    let statements: [String]
    /// A value as the next version writes it, given its table, its name and its plaintext.
    let convert: @Sendable (StoreTable, String, Data) throws(WalletCoreError) -> Data

    /// The step from version n to n + 1 at index n.
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

    /// Brings a file to the present version, step by step. A run that ended on the way is gone on with by the next one.
    ///
    /// - Parameter dataKey: what the values are sealed under, 32 bytes; nil for a store that has neither values nor a vault.
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
            // One damaged card, copy or event does not take the whole wallet with it: it does not open afterwards either.
            if value.table.isLarge, (try? old.open(value.sealed, table: table, name: value.name)) == nil { continue }
            let converted = try convert(value.table, value.name, try old.open(value.sealed, table: table, name: value.name))
            try database.execute(
                sql: "UPDATE \(table) SET sealed = ? WHERE name = ?",
                arguments: [try new.seal(converted, table: table, name: value.name), value.name])
        }
        try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(database, with: new)])
    }
}

/// Values of version 1. Those of before there were Android phones do not say whose hardware the device key lives in: it was an iPhone's.
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

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import WalletInterface

/// A migration of the store from one version to the next. Migrations go forward only, and each is one transaction: tables, values, sentinel
/// and version change together or not at all.
///
/// A released migration is never edited. It contains its own definitions of the formats it reads and writes, so that later changes of a
/// record do not affect it. The tests keep stores of every earlier version.
struct StoreMigration: Sendable {
    /// The SQL that changes the tables.
    let statements: [String]
    /// Returns the writes that bring a value to the next version, given its table, name and plaintext.
    var convert: @Sendable (StoreTable, String, Data) throws(WalletCoreError) -> [StoreChanges.Write] = {
        [StoreChanges.Write(table: $0, name: $1, plaintext: $2)]
    }

    /// The migrations; index n migrates from version n to n + 1.
    static let all = [
        StoreMigration(
            statements: ["PRAGMA application_id = \(StoreSchema.applicationID)"]
                + newTables(in: 1) + [StoreSchema.vault]),
        StoreMigration(
            statements: newTables(in: 2),
            convert: { table, name, value throws(WalletCoreError) in
                [StoreChanges.Write(table: table, name: name, plaintext: try Version1.convert(table, name, value))]
            }),
        StoreMigration(statements: newTables(in: 3)),
        // Version 4 wrote the list of cards in a different form. No released app had version 4, and the next step reads both forms.
        StoreMigration(statements: []),
        StoreMigration(
            statements: newTables(in: 5),
            convert: { table, name, value throws(WalletCoreError) in try CardList.convert(table, name, value) }),
    ]

    private static func newTables(in version: Int) -> [String] {
        let earlier = StoreTable.tables(in: version - 1)
        return StoreTable.tables(in: version).filter { !earlier.contains($0) }.map(StoreSchema.statement)
    }

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
            let plaintext = try old.open(value.sealed, table: table, name: value.name)
            for write in try convert(value.table, value.name, plaintext) { try write.perform(on: database, sealedBy: new) }
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

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import JSON
import Testing
import WalletInterface

@testable import WalletCore

/// A wallet's store as the previous version of the app would have left it.
enum EarlierStore {
    /// Seals every value again for the previous version, and removes the tables that it did not have.
    ///
    /// - Parameters:
    ///   - directory: the app's directory.
    ///   - dataKey: the key of the store.
    static func takeBack(in directory: String, dataKey: [UInt8]) throws {
        let version = StoreSchema.version - 1
        let (new, old) = (ValueSeal(dataKey: dataKey), ValueSeal(dataKey: dataKey, version: version))
        let database = try DatabaseQueue(path: directory + "/" + StoreFile.name)
        try database.write { database in
            for value in try Sentinel.values(in: database, version: version) {
                let plaintext = try new.open(value.sealed, table: value.table.rawValue, name: value.name)
                try StoreChanges.Write(table: value.table, name: value.name, plaintext: plaintext).perform(on: database, sealedBy: old)
            }
            let entries = try Sentinel.values(of: .cardEntry, in: database).map { row in
                let plaintext = try new.open(row.sealed, table: row.table.rawValue, name: row.name)
                return try JSONDecoder().decode(CardEntry.self, from: plaintext)
            }
            if !entries.isEmpty {
                try StoreChanges.Write(table: .account, name: "cards", plaintext: Data(list(of: entries).encode()))
                    .perform(on: database, sealedBy: old)
            }
            for table in StoreTable.allCases where !StoreTable.tables(in: version).contains(table) {
                try database.execute(sql: "DROP TABLE \(table.rawValue)")
            }
            try database.execute(sql: "PRAGMA user_version = \(version)")
            try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(database, with: old)])
        }
        try database.close()
    }

    /// Returns the list of cards as version 4 wrote it, with each card's own elements in the tables.
    private static func list(of entries: [CardEntry]) -> JSONObject {
        func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        func time(_ date: Date?) -> JSONValue { date.map { .decimal($0.timeIntervalSinceReferenceDate) } ?? .null }
        var (lists, cards): ([JSONValue], [JSONValue]) = ([], [])
        for (number, entry) in entries.enumerated() {
            let own = JSONValue.integer(Int64(number))
            let references = entry.status.references.sorted { $0.key < $1.key }.map { uri, indexes in
                lists.append(.string(uri))
                return JSONValue.array(([lists.count - 1] + indexes).map { .integer(Int64($0)) })
            }
            let status = entry.status
            cards.append([
                .string(entry.id.text), .bool(entry.isPID), own, own, own, time(entry.issuedAt), time(entry.validFrom),
                time(entry.expiresAt),
                .array(entry.sdJWTs.indices.map { .integer(Int64($0)) }), .array(entry.mdocs.indices.map { .integer(Int64($0)) }),
                .string(status.value.rawValue), time(status.updatedAt), .array(references), entry.logos == nil ? .null : own,
            ])
        }
        return [
            "types": .array(entries.map { .string($0.type) }),
            "issuers": .array(entries.map { .array($0.issuerName.entries.map { [text($0.locale), .string($0.text)] }) }),
            "styles": .array(
                entries.map { entry in
                    .array(
                        entry.styles.map {
                            [text($0.locale), .string($0.name), text($0.description), text($0.backgroundColor), text($0.textColor)]
                        })
                }),
            "logos": .array(
                entries.map { entry in
                    .array((entry.logos ?? []).map { [text($0.locale), text($0.logo), text($0.logoText), text($0.background)] })
                }),
            "lists": .array(lists), "cards": .array(cards),
        ]
    }

    /// Returns the data key of a subject with a seed: the first bytes that its core draws.
    static func dataKey(drawnFrom seed: Data) -> [UInt8] { drawn(1, from: seed) }

    /// Returns the n-th bytes that a subject with a seed draws, n from 1.
    static func drawn(_ number: Int, from seed: Data) -> [UInt8] { Array(SHA256.hash(data: seed + Data(String(number).utf8))) }
}

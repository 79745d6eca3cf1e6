// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// A second card beside the PID, which no issuer of the harness gives: it has the PID's contents, and keys of its own.
enum SecondCard {
    private static let id = CardID("second")

    /// Puts the card with its event into the store of a wallet with a PID.
    ///
    /// - Parameters:
    ///   - directory: the app's directory.
    ///   - dataKey: the key of the store.
    /// - Returns: the identifiers of its keys, by those of the PID's keys. The provider does not have them yet.
    static func put(in directory: String, dataKey: [UInt8]) throws -> [String: String] {
        let seal = ValueSeal(dataKey: dataKey)
        let database = try DatabaseQueue(path: directory + "/" + StoreFile.name)
        defer { try? database.close() }
        return try database.write { database in
            let reader = Reader(database: database, seal: seal)
            let pid = try reader.value(.cardEntry(reader.value(.pid).card))
            let contents = try reader.value(.card(pid.id))
            let number = try reader.value(.eventCount) + 1
            let entry = Self.entry(like: pid, lastEvent: number)
            var event = entry.event(.issued, at: entry.issuedAt, issuer: contents.issuer)
            event.links = [StoredEvent.Link(card: id, previous: 0)]
            var changes = StoreChanges()
            var keys: [String: String] = [:]
            for (name, model) in zip(entry.copyNames, pid.copyNames) {
                let copy = try reader.value(.copy(model))
                let key = WalletKeyID { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }.text
                keys[copy.keyID] = key
                try changes.set(.copy(name), to: StoredCopy(credential: copy.credential, keyID: key))
            }
            try changes.set(.cardEntry(id), to: entry)
            try changes.set(.card(id), to: contents)
            try changes.set(.event(number), to: event)
            try changes.set(.eventCount, to: number)
            for write in changes.writes { try write.perform(on: database, sealedBy: seal) }
            try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try Sentinel.seal(database, with: seal)])
            return keys
        }
    }

    private static func entry(like pid: CardEntry, lastEvent: Int64) -> CardEntry {
        CardEntry(
            id: id, isPID: false, type: pid.type, styles: pid.styles, issuerName: pid.issuerName, issuedAt: pid.issuedAt,
            validFrom: pid.validFrom, expiresAt: pid.expiresAt, sdJWTs: pid.sdJWTs.indices.map { "\(id.text).sd.\($0)" },
            mdocs: pid.mdocs.indices.map { "\(id.text).mdoc.\($0)" },
            status: CardEntry.KnownStatus(value: .valid, updatedAt: pid.status.updatedAt, references: [:]), logos: pid.logos,
            lastEvent: lastEvent)
    }

    /// Reads values of a store that no process has open.
    private struct Reader {
        let database: Database
        let seal: ValueSeal

        func value<Value>(_ key: StoreKey<Value>) throws -> Value {
            let sql = "SELECT sealed FROM \(key.table.rawValue) WHERE name = ?"
            let sealed = try #require(try Data.fetchOne(database, sql: sql, arguments: [key.name]))
            return try JSONDecoder().decode(Value.self, from: try seal.open(sealed, table: key.table.rawValue, name: key.name))
        }
    }
}

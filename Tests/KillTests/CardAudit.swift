// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing
import WalletInterface

@testable import WalletCore

/// The cards in a wallet's store, read directly with the store's data key.
struct CardAudit {
    /// The problems found.
    private(set) var problems: [String] = []
    /// The provider's keys to which copies are bound that no verifier has received.
    private(set) var keys: Set<String> = []
    /// The provider's keys that the wallet knows but does not need.
    private(set) var idleKeys: Set<String> = []

    /// The number of copies of a new card in each format.
    private static let copies = 4

    /// - Parameters:
    ///   - directory: the app's own directory.
    ///   - dataKey: what the store is sealed under.
    init(in directory: String, dataKey: [UInt8]) throws {
        let seal = ValueSeal(dataKey: dataKey)
        let database = try DatabaseQueue(path: directory + "/" + StoreFile.name)
        defer { try? database.close() }
        func value<Value>(_ key: StoreKey<Value>) throws -> Value? {
            let sealed = try database.read {
                try Data.fetchOne($0, sql: "SELECT sealed FROM \(key.table.rawValue) WHERE name = ?", arguments: [key.name])
            }
            guard let sealed else { return nil }
            return try JSONDecoder().decode(Value.self, from: try seal.open(sealed, table: key.table.rawValue, name: key.name))
        }
        func names(_ table: StoreTable) throws -> [String] {
            try database.read { try String.fetchAll($0, sql: "SELECT name FROM \(table.rawValue) ORDER BY name") }
        }

        let entries = try names(.cardEntry).compactMap { try value(.cardEntry(CardID($0))) }
        let copies = entries.flatMap(\.copyNames).sorted()
        if try names(.card) != entries.map(\.id.text).sorted() { problems.append("the rows of cards are not those of the entries") }
        if try names(.copy) != copies { problems.append("the rows of copies are not those of the entries") }
        // The event of an answer that is not settled has its number, and no row yet.
        let unsettled = try value(.sharing) == nil ? 0 : 1
        let events = try names(.event).compactMap { try value(StoreKey<StoredEvent>(.event, $0)) }
        let counted = try value(.eventCount) ?? 0
        let oldest = try value(.historyStart) ?? 1
        if events.count + unsettled != Int(counted - oldest + 1) { problems.append("the rows of events are not as many as counted") }
        // Unless the person has deleted events or switched them off, they tell which cards there are.
        if oldest == 1, try value(.historyOff) != true, !events.contains(where: \.isErased),
            Self.told(by: events) != Set(entries.map(\.id))
        {
            problems.append("the cards are not those that the events tell of")
        }
        // An answer of the harness's wallets takes a copy in each format; its event is written with that. A request without an answer takes none.
        let left = Self.copies - events.count { $0.sharing.map { !$0.cards.isEmpty } ?? false } - unsettled
        if entries.contains(where: { $0.sdJWTs.count != left || $0.mdocs.count != left }) {
            problems.append("copies are missing, or are not spent")
        }
        if entries.contains(where: { ($0.spentSDJWT != nil) != $0.sdJWTs.isEmpty || ($0.spentMDoc != nil) != $0.mdocs.isEmpty }) {
            problems.append("a spent copy that is not the last one stays, or the last one does not")
        }
        for entry in entries where try value(.card(entry.id)) == nil { problems.append("a card is missing") }
        let unused = Set(entries.flatMap { $0.sdJWTs + $0.mdocs })
        var known: Set<String> = []
        for name in copies {
            guard let copy = try value(.copy(name)) else {
                problems.append("a copy is missing")
                continue
            }
            if !known.insert(copy.keyID).inserted { problems.append("two copies have one key") }
            // The key of a spent copy may be deleted at the provider.
            if unused.contains(name) { keys.insert(copy.keyID) }
        }
        idleKeys = Set(try value(.idleKeys) ?? [])
        if !idleKeys.isDisjoint(with: keys) { problems.append("a key of a copy is to be deleted") }
    }

    /// The cards that have come and not gone.
    private static func told(by events: [StoredEvent]) -> Set<CardID> {
        var (came, went): (Set<CardID>, Set<CardID>) = ([], [])
        for event in events {
            switch WalletEvent.Kind(rawValue: event.kind) {
            case .issued?, .renewed?:
                if let card = event.card { came.insert(card) }
                went.formUnion((event.links ?? []).compactMap(\.was))
            case .deleted?: if let card = event.card { went.insert(card) }
            default: break
            }
        }
        return came.subtracting(went)
    }
}

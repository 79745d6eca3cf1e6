// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// An encoder for the format of ``CardList``.
struct CardListWriter {
    private var tables: [CardList.Table: [JSONValue]] = [:]
    private var indexes: [CardList.Table: [JSONValue: Int]] = [:]
    private var cards: [JSONValue] = []

    /// The encoded list.
    var bytes: [UInt8] {
        var object = JSONObject()
        for table in CardList.Table.allCases { object.append(table.rawValue, .array(tables[table] ?? [])) }
        object.append(CardList.cards, .array(cards))
        return object.encode()
    }

    /// Appends an entry; false for an entry with an invalid time, after which nothing may be stored.
    mutating func append(_ entry: CardEntry) -> Bool {
        let times = [entry.issuedAt, entry.validFrom, entry.expiresAt, entry.status.learntAt].compactMap(\.self)
        guard times.allSatisfy(\.timeIntervalSinceReferenceDate.isFinite) else { return false }
        let values: [JSONValue] = CardList.Place.allCases.map { place in
            switch place {
            case .id: .string(entry.id.text)
            case .isPID: .bool(entry.isPID)
            case .type: index(of: .string(entry.type), in: .types)
            case .styles: index(of: Self.value(entry.styles), in: .styles)
            case .issuer: index(of: .array(entry.issuerName.entries.map { [Self.text($0.locale), .string($0.text)] }), in: .issuers)
            case .issuedAt: Self.time(entry.issuedAt)
            case .validFrom: entry.validFrom.map(Self.time) ?? .null
            case .expiresAt: entry.expiresAt.map(Self.time) ?? .null
            case .sdJWTs: Self.copies(entry.sdJWTs, CardList.prefix(entry.id, place))
            case .mdocs: Self.copies(entry.mdocs, CardList.prefix(entry.id, place))
            case .status: .string(entry.status.value.rawValue)
            case .learntAt: Self.time(entry.status.learntAt)
            case .references: references(entry.status.references)
            case .logos: entry.logos.map { index(of: Self.value($0), in: .logos) } ?? .null
            }
        }
        cards.append(.array(values))
        return true
    }

    /// Returns the index of a value in a table, and adds it if missing.
    private mutating func index(of value: JSONValue, in table: CardList.Table) -> JSONValue {
        let next = tables[table]?.count ?? 0
        let index = indexes[table]?[value] ?? next
        if index == next {
            tables[table, default: []].append(value)
            indexes[table, default: [:]][value] = index
        }
        return .integer(Int64(index))
    }

    /// Encodes references in order; successive references to one list share an array.
    private mutating func references(_ references: [CardEntry.Reference]) -> JSONValue {
        var groups: [[JSONValue]] = []
        var last: String?
        for reference in references {
            // Compare bytes, not Unicode equivalence.
            if last?.utf8.elementsEqual(reference.uri.utf8) != true { groups.append([index(of: .string(reference.uri), in: .lists)]) }
            last = reference.uri
            groups[groups.count - 1].append(.integer(Int64(reference.index)))
        }
        return .array(groups.map(JSONValue.array))
    }

    private static func copies(_ names: [String], _ prefix: String) -> JSONValue {
        .array(
            names.map { name in
                let rest = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
                guard name.utf8.starts(with: prefix.utf8), let number = Int64(rest), number >= 0, String(number) == rest else {
                    return .string(name)
                }
                return .integer(number)
            })
    }

    private static func value(_ styles: [CardStyle]) -> JSONValue {
        .array(styles.map { [text($0.locale), .string($0.name), text($0.description), text($0.backgroundColor), text($0.textColor)] })
    }

    private static func value(_ logos: [CardPictures]) -> JSONValue {
        .array(logos.map { [text($0.locale), text($0.logo), text($0.logoText), text($0.background)] })
    }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private static func time(_ date: Date) -> JSONValue { .decimal(date.timeIntervalSinceReferenceDate) }
}

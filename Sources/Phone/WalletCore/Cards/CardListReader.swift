// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// A decoder for the format of ``CardList``.
struct CardListReader {
    private(set) var entries: [CardEntry] = []

    private let types: [String]
    private let issuers: [LocalizedText]
    private let styles: [[CardStyle]]
    private let logos: [[CardPictures]]
    private let lists: [String]

    /// Nil for another format.
    init?(_ bytes: [UInt8]) {
        let limits = JSONLimits(maximumBytes: StoreFile.maximumSize)
        guard let object = try? JSONObject(parsing: bytes, limits: limits), object.count == CardList.Table.allCases.count + 1,
            let types = Self.array(object[CardList.Table.types.rawValue], Self.text),
            let issuers = Self.array(object[CardList.Table.issuers.rawValue], Self.name),
            let styles = Self.array(object[CardList.Table.styles.rawValue], { Self.array($0, Self.style) }),
            let logos = Self.array(object[CardList.Table.logos.rawValue], { Self.array($0, Self.logo) }),
            let lists = Self.array(object[CardList.Table.lists.rawValue], Self.text), case .array(let cards)? = object[CardList.cards]
        else { return nil }
        (self.types, self.issuers, self.styles, self.logos, self.lists) = (types, issuers, styles, logos, lists)
        entries.reserveCapacity(cards.count)
        for card in cards {
            guard let entry = entry(card) else { return nil }
            entries.append(entry)
        }
    }

    private func entry(_ card: JSONValue) -> CardEntry? {
        guard case .array(let values) = card, values.count == CardList.Place.allCases.count else { return nil }
        func value(_ place: CardList.Place) -> JSONValue { values[place.rawValue] }
        guard let id = Self.text(value(.id)).map(CardID.init), case .bool(let isPID) = value(.isPID),
            let type = Self.element(value(.type), of: types), let styles = Self.element(value(.styles), of: styles),
            let issuer = Self.element(value(.issuer), of: issuers), let issuedAt = Self.time(value(.issuedAt)),
            let validFrom = Self.optional(value(.validFrom), Self.time), let expiresAt = Self.optional(value(.expiresAt), Self.time),
            let sdJWTs = Self.copies(value(.sdJWTs), CardList.prefix(id, .sdJWTs)),
            let mdocs = Self.copies(value(.mdocs), CardList.prefix(id, .mdocs)),
            let status = Self.text(value(.status)).flatMap(CardEntry.KnownStatus.Value.init), let learntAt = Self.time(value(.learntAt)),
            let references = references(value(.references)),
            let logos = Self.optional(value(.logos), { Self.element($0, of: logos) })
        else { return nil }
        return CardEntry(
            id: id, isPID: isPID, type: type, styles: styles, issuerName: issuer, issuedAt: issuedAt, validFrom: validFrom,
            expiresAt: expiresAt, sdJWTs: sdJWTs, mdocs: mdocs,
            status: .init(value: status, learntAt: learntAt, references: references), logos: logos)
    }

    private func references(_ value: JSONValue) -> [CardEntry.Reference]? {
        guard case .array(let groups) = value else { return nil }
        var references: [CardEntry.Reference] = []
        for group in groups {
            guard case .array(let numbers) = group, numbers.count >= 2, let uri = Self.element(numbers[0], of: lists) else { return nil }
            for number in numbers.dropFirst() {
                guard case .integer(let index) = number else { return nil }
                references.append(CardEntry.Reference(uri: uri, index: Int(index)))
            }
        }
        return references
    }

    private static func copies(_ value: JSONValue, _ prefix: String) -> [String]? {
        array(value) { copy in
            switch copy {
            case .integer(let number): prefix + String(number)
            case .string(let name): name
            default: nil
            }
        }
    }

    // MARK: Values

    /// Decodes an array; nil if any element is invalid.
    private static func array<Value>(_ value: JSONValue?, _ read: (JSONValue) -> Value?) -> [Value]? {
        guard case .array(let elements)? = value else { return nil }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = read(element) else { return nil }
            values.append(value)
        }
        return values
    }

    /// Decodes null or a value; nil for an invalid value.
    private static func optional<Value>(_ value: JSONValue, _ read: (JSONValue) -> Value?) -> Value?? {
        if case .null = value { return .some(nil) }
        guard let value = read(value) else { return nil }
        return .some(value)
    }

    private static func element<Value>(_ index: JSONValue, of table: [Value]) -> Value? {
        guard case .integer(let index) = index, table.indices.contains(Int(index)) else { return nil }
        return table[Int(index)]
    }

    private static func text(_ value: JSONValue) -> String? { if case .string(let text) = value { text } else { nil } }

    private static func time(_ value: JSONValue) -> Date? {
        switch value {
        case .integer(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .decimal(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        default: nil
        }
    }

    private static func name(_ value: JSONValue) -> LocalizedText? {
        array(value) { entry -> LocalizedText.Entry? in
            guard case .array(let parts) = entry, parts.count == 2, let locale = optional(parts[0], text), let text = text(parts[1]) else {
                return nil
            }
            return LocalizedText.Entry(locale: locale, text: text)
        }.map(LocalizedText.init)
    }

    private static func style(_ value: JSONValue) -> CardStyle? {
        guard case .array(let parts) = value, parts.count == 5, let locale = optional(parts[0], text), let name = text(parts[1]),
            let description = optional(parts[2], text), let background = optional(parts[3], text), let color = optional(parts[4], text)
        else { return nil }
        return CardStyle(locale: locale, name: name, description: description, backgroundColor: background, textColor: color)
    }

    private static func logo(_ value: JSONValue) -> CardPictures? {
        guard case .array(let parts) = value, parts.count == 4, let locale = optional(parts[0], text),
            let logo = optional(parts[1], text), let words = optional(parts[2], text), let background = optional(parts[3], text)
        else { return nil }
        return CardPictures(locale: locale, logo: logo, logoText: words, background: background)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import WalletInterface

extension CardEntry {
    private static let limits = JSONLimits(maximumBytes: StoreFile.maximumSize)

    /// Reads a row as `JSONDecoder` does, nil if its form is wrong. `JSONDecoder` takes several times as long: too long for a dashboard of
    /// 1,000 cards.
    init?(row: Data) {
        guard case .object(let row)? = try? JSONValue(parsing: Array(row), limits: Self.limits),
            case .object(let id)? = row["id"], case .string(let name)? = id["text"], case .bool(let isPID)? = row["isPID"],
            case .string(let type)? = row["type"], let styles = row["styles"].all(Style.init(row:)),
            case .object(let issuer)? = row["issuerName"], let issuerName = issuer["entries"].all(StoredText.Entry.init(row:)),
            let issuedAt = row["issuedAt"].date, let validFrom = row["validFrom"].optional(\.date),
            let expiresAt = row["expiresAt"].optional(\.date), let sdJWTs = row["sdJWTs"].all(\.text), let mdocs = row["mdocs"].all(\.text),
            case .object(let status)? = row["status"], let status = KnownStatus(row: status),
            let logos = row["logos"].optional({ $0.all(Pictures.init(row:)) }), let spentSDJWT = row["spentSDJWT"].optional(\.text),
            let spentMDoc = row["spentMDoc"].optional(\.text), let lastEvent = row["lastEvent"].optional(\.number),
            let line = row["line"].optional(\.card), let renewedAt = row["renewedAt"].optional(\.date)
        else { return nil }
        self.init(
            id: CardID(name), isPID: isPID, type: type, styles: styles, issuerName: StoredText(issuerName), issuedAt: issuedAt,
            validFrom: validFrom, expiresAt: expiresAt, sdJWTs: sdJWTs, mdocs: mdocs, status: status, logos: logos,
            spentSDJWT: spentSDJWT, spentMDoc: spentMDoc, lastEvent: lastEvent, line: line, renewedAt: renewedAt)
    }
}

extension CardEntry.KnownStatus {
    fileprivate init?(row: JSONObject) {
        guard let value = row["value"].text.flatMap(Value.init(rawValue:)), let updatedAt = row["learntAt"].date,
            case .object(let lists)? = row["references"]
        else { return nil }
        var references: [String: [Int]] = [:]
        for (uri, indexes) in lists.members {
            guard let indexes = Optional(indexes).all(\.integer) else { return nil }
            references[uri] = indexes
        }
        self.init(value: value, updatedAt: updatedAt, references: references)
    }
}

extension CardEntry.Style {
    fileprivate init?(row: JSONValue?) {
        guard case .object(let row)? = row, let locale = row["locale"].optional(\.text), let name = row["name"].text,
            let description = row["description"].optional(\.text), let background = row["backgroundColor"].optional(\.text),
            let color = row["textColor"].optional(\.text)
        else { return nil }
        self.init(locale: locale, name: name, description: description, backgroundColor: background, textColor: color)
    }
}

extension StoredText.Entry {
    fileprivate init?(row: JSONValue?) {
        guard case .object(let row)? = row, let locale = row["locale"].optional(\.text), let text = row["text"].text else { return nil }
        self.init(locale: locale, text: text)
    }
}

extension CardEntry.Pictures {
    fileprivate init?(row: JSONValue?) {
        guard case .object(let row)? = row, let locale = row["locale"].optional(\.text), let logo = row["logo"].optional(\.text),
            let logoText = row["logoText"].optional(\.text), let background = row["background"].optional(\.text)
        else { return nil }
        self.init(locale: locale, logo: logo, logoText: logoText, background: background)
    }
}

extension JSONValue? {
    fileprivate var text: String? { if case .string(let text)? = self { text } else { nil } }

    fileprivate var integer: Int? { if case .integer(let number)? = self { Int(exactly: number) } else { nil } }

    fileprivate var number: Int64? { if case .integer(let number)? = self { number } else { nil } }

    fileprivate var card: CardID? { if case .object(let id)? = self { id["text"].text.map(CardID.init) } else { nil } }

    fileprivate var date: Date? {
        switch self {
        case .integer(let seconds)?: Date(timeIntervalSinceReferenceDate: Double(seconds))
        case .decimal(let seconds)?: Date(timeIntervalSinceReferenceDate: seconds)
        default: nil
        }
    }

    /// Returns a value that may be absent; nil if its form is wrong.
    fileprivate func optional<Value>(_ read: (JSONValue?) -> Value?) -> Value?? {
        switch self {
        case nil, .null?: Value??.some(nil)
        default: read(self).map(Value?.some)
        }
    }

    /// Returns every element of an array; nil if the value is not an array or the form of an element is wrong.
    fileprivate func all<Element>(_ read: (JSONValue?) -> Element?) -> [Element]? {
        guard case .array(let values)? = self else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values {
            guard let element = read(value) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

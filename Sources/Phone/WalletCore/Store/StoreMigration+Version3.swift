// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// Values of version 3, whose list of cards contained all names, the issuer and the copies of each card in full, as objects.
enum Version3 {
    static func convert(_ table: StoreTable, _ name: String, _ value: Data) throws(WalletCoreError) -> Data {
        guard table == .account, name == "cards" else { return value }
        let limits = JSONLimits(maximumBytes: StoreFile.maximumSize)
        guard case .array(let cards)? = try? JSONValue(parsing: Array(value), limits: limits) else { throw otherShape }
        var list = List()
        for card in cards {
            guard let converted = list.converted(card) else { throw otherShape }
            list.cards.append(converted)
        }
        let names = ["types", "issuers", "styles", "logos", "lists"]
        let tables: [(String, JSONValue)] = names.map { ($0, .array(list.tables[$0]?.values ?? [])) }
        return Data(JSONObject(tables + [("cards", .array(list.cards))]).encode())
    }

    private static var otherShape: WalletCoreError { WalletCoreError(.storeDamaged, "the list of cards of version 3 has another shape") }

    /// A list of version 4 under construction.
    private struct List {
        var tables: [String: (values: [JSONValue], indexes: [JSONValue: Int])] = [:]
        var cards: [JSONValue] = []

        mutating func index(of value: JSONValue, in table: String) -> JSONValue {
            var known = tables[table] ?? ([], [:])
            let index = known.indexes[value] ?? known.values.count
            if index == known.values.count {
                known.values.append(value)
                known.indexes[value] = index
                tables[table] = known
            }
            return .integer(Int64(index))
        }

        /// Nil for another format.
        mutating func converted(_ card: JSONValue) -> JSONValue? {
            guard case .object(let card) = card, case .object(let id)? = card["id"], case .string(let text)? = id["text"],
                let isPID = card["isPID"], let type = card["type"], case .object(let issuer)? = card["issuerName"],
                let names = Self.rows(issuer["entries"], ["locale", "text"]), let issuedAt = card["issuedAt"],
                let styles = Self.rows(card["styles"], ["locale", "name", "description", "backgroundColor", "textColor"]),
                let sdJWTs = Self.copies(card["sdJWTs"], text + ".sd."), let mdocs = Self.copies(card["mdocs"], text + ".mdoc."),
                case .object(let status)? = card["status"], let state = status["value"], let learntAt = status["learntAt"],
                let references = references(status["references"])
            else { return nil }
            var logos = JSONValue.null
            if let pictures = card["logos"], pictures != .null {
                guard let rows = Self.rows(pictures, ["locale", "logo", "logoText", "background"]) else { return nil }
                logos = index(of: rows, in: "logos")
            }
            return [
                .string(text), isPID, index(of: type, in: "types"), index(of: styles, in: "styles"), index(of: names, in: "issuers"),
                issuedAt,
                card["validFrom"] ?? .null, card["expiresAt"] ?? .null, sdJWTs, mdocs, state, learntAt, references, logos,
            ]
        }

        private mutating func references(_ value: JSONValue?) -> JSONValue? {
            guard case .array(let references)? = value else { return nil }
            var groups: [[JSONValue]] = []
            var last: JSONValue?
            for reference in references {
                guard case .object(let reference) = reference, let uri = reference["uri"], let number = reference["index"] else {
                    return nil
                }
                if last != uri { groups.append([index(of: uri, in: "lists")]) }
                last = uri
                groups[groups.count - 1].append(number)
            }
            return .array(groups.map(JSONValue.array))
        }

        /// Converts objects to arrays of some of their members.
        private static func rows(_ value: JSONValue?, _ names: [String]) -> JSONValue? {
            guard case .array(let objects)? = value else { return nil }
            var rows: [JSONValue] = []
            for object in objects {
                guard case .object(let object) = object else { return nil }
                rows.append(.array(names.map { object[$0] ?? .null }))
            }
            return .array(rows)
        }

        /// Converts the names of copies; a copy named after its card becomes a number.
        private static func copies(_ value: JSONValue?, _ prefix: String) -> JSONValue? {
            guard case .array(let names)? = value else { return nil }
            return .array(
                names.map { name in
                    guard case .string(let text) = name, text.utf8.starts(with: prefix.utf8) else { return name }
                    let rest = String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
                    guard let number = Int64(rest), number >= 0, String(number) == rest else { return name }
                    return .integer(number)
                })
        }
    }
}

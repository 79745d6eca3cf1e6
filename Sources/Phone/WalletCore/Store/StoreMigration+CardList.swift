// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import WalletInterface

/// The cards before version 5: a single value, `account.cards`. In version 3 the value was an array of objects; in version 4 it was an
/// object of tables, whose `cards` are arrays of values and of indexes into the other tables.
enum CardList {
    private static let limits = JSONLimits(maximumBytes: StoreFile.maximumSize)

    /// Returns one row for each card, in the place of the list.
    static func convert(_ table: StoreTable, _ name: String, _ value: Data) throws(WalletCoreError) -> [StoreChanges.Write] {
        let list = StoreChanges.Write(table: table, name: name, plaintext: value)
        guard table == .account, name == "cards" else { return [list] }
        guard let cards = cards(value) else { throw otherShape }
        var writes = [StoreChanges.Write(table: table, name: name, plaintext: nil)]
        for card in cards {
            guard case .object(let id)? = card["id"], case .string(let name)? = id["text"] else { throw otherShape }
            writes.append(StoreChanges.Write(table: .cardEntry, name: name, plaintext: Data(card.encode())))
        }
        return writes
    }

    private static var otherShape: WalletCoreError {
        WalletCoreError(.storeDamaged, "the list of cards of an earlier version has another shape")
    }

    private static func cards(_ value: Data) -> [JSONObject]? {
        switch try? JSONValue(parsing: Array(value), limits: limits) {
        case .array(let cards)?: all(cards, version3)
        case .object(let list)?: array(list["cards"]).flatMap { all($0) { version4($0, list) } }
        default: nil
        }
    }

    /// A card of version 3 differs only in its references, which repeated the address for each index.
    private static func version3(_ value: JSONValue) -> JSONObject? {
        guard case .object(var card) = value, case .object(var status)? = card["status"], let references = array(status["references"])
        else {
            return nil
        }
        var indexes = JSONObject()
        for reference in references {
            guard case .object(let reference) = reference, case .string(let uri)? = reference["uri"], let index = reference["index"] else {
                return nil
            }
            indexes.set(uri, .array((array(indexes[uri]) ?? []) + [index]))
        }
        status.set("references", .object(indexes))
        card.set("status", .object(status))
        return card
    }

    private static func version4(_ value: JSONValue, _ list: JSONObject) -> JSONObject? {
        func element(_ index: JSONValue, of table: String) -> JSONValue? {
            guard case .integer(let index) = index, let values = array(list[table]), values.indices.contains(Int(index)) else { return nil }
            return values[Int(index)]
        }
        guard let card = array(value), card.count == 14, case .string(let id) = card[0], let type = element(card[2], of: "types"),
            let styles = objects(element(card[3], of: "styles"), ["locale", "name", "description", "backgroundColor", "textColor"]),
            let issuer = objects(element(card[4], of: "issuers"), ["locale", "text"]), let sdJWTs = array(card[8]),
            let mdocs = array(card[9]),
            let references = array(card[12])
        else { return nil }
        var indexes = JSONObject()
        for group in references {
            guard let group = array(group), let list = group.first, case .string(let uri)? = element(list, of: "lists") else { return nil }
            indexes.set(uri, .array((array(indexes[uri]) ?? []) + group.dropFirst()))
        }
        var logos = JSONValue.null
        if card[13] != .null {
            guard let rows = objects(element(card[13], of: "logos"), ["locale", "logo", "logoText", "background"]) else { return nil }
            logos = rows
        }
        return [
            "id": ["text": card[0]], "isPID": card[1], "type": type, "styles": styles, "issuerName": ["entries": issuer],
            "issuedAt": card[5],
            "validFrom": card[6], "expiresAt": card[7], "sdJWTs": names(sdJWTs, id + ".sd."), "mdocs": names(mdocs, id + ".mdoc."),
            "status": ["value": card[10], "learntAt": card[11], "references": .object(indexes)], "logos": logos,
        ]
    }

    /// Returns the names of copies; a number stands for a copy that is named after its card and the number.
    private static func names(_ copies: [JSONValue], _ prefix: String) -> JSONValue {
        .array(copies.map { if case .integer(let number) = $0 { .string(prefix + String(number)) } else { $0 } })
    }

    /// Returns an array of arrays as objects with these members; nil if the form of any element is wrong.
    private static func objects(_ value: JSONValue?, _ names: [String]) -> JSONValue? {
        array(value).flatMap { rows in
            all(rows) { row in
                array(row).flatMap { $0.count == names.count ? JSONValue.object(JSONObject(Array(zip(names, $0)))) : nil }
            }
        }.map(JSONValue.array)
    }

    private static func array(_ value: JSONValue?) -> [JSONValue]? {
        if case .array(let values)? = value { values } else { nil }
    }

    /// Returns all converted values; nil if any value cannot be converted.
    private static func all<Value>(_ values: [JSONValue], _ convert: (JSONValue) -> Value?) -> [Value]? {
        let converted = values.compactMap(convert)
        return converted.count == values.count ? converted : nil
    }
}

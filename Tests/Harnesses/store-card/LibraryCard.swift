// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON

/// A library card in a wallet with an identity card: newer than that, with its own type and data, and with events: it was added, and then
/// an organization received its number, once or more often. Its copies are the identity card's, with keys that the provider does not know;
/// deleting such keys is no error. Without copies it has in each format the last one, which was disclosed.
struct LibraryCard {
    private static let id = "library"
    /// The most copies in each format.
    static let mostCopies = 2

    private let rows: StoreRows
    private let pid: JSONObject
    /// The time of its issuance, in seconds since the reference date.
    private let issuedAt: Double
    /// The number of events before.
    private let events: Int64
    /// The number of times that the organization received its number.
    private let shares: Int
    /// The number of copies in each format that were not disclosed.
    private let unspent: Int

    /// - Parameters:
    ///   - shares: the number of times that the organization received its number, at least 1.
    ///   - copies: the number of copies in each format that were not disclosed, 0 to `mostCopies`.
    /// - Throws: `StoreCardError` for a wallet without an identity card, or one that has the library card already.
    init(in rows: StoreRows, shares: Int, copies: Int) throws {
        self.rows = rows
        self.shares = shares
        unspent = copies
        guard try !rows.has("card_entry", Self.id) else { throw StoreCardError("the wallet has the card already") }
        guard case .object(let card)? = try rows.object("account", "pid")["card"], case .string(let name)? = card["text"] else {
            throw StoreCardError("the wallet has no identity card")
        }
        pid = try rows.object("card_entry", name)
        switch pid["issuedAt"] {
        case .integer(let seconds)?: issuedAt = Double(seconds) + 1
        case .decimal(let seconds)?: issuedAt = seconds + 1
        default: throw StoreCardError("the identity card has no day of issuance")
        }
        guard case .integer(let count)? = try rows.value("account", "event_count") else {
            throw StoreCardError("the events have no count")
        }
        events = count
    }

    func write() throws {
        let (sdJWTs, mdocs) = (try copies(of: "sdJWTs", as: "sd"), try copies(of: "mdocs", as: "mdoc"))
        try rows.put("card_entry", Self.id, entry(sdJWTs, mdocs))
        try rows.put("card", Self.id, Self.contents)
        try rows.put("event", String(events + 1), event("issued", previous: 0))
        for previous in (events + 1)..<newest {
            try rows.put("event", String(previous + 1), event("shared", previous: previous, ("sharing", Self.sharing)))
        }
        try rows.put("account", "event_count", .integer(newest))
        if try !rows.has("account", "first_linked_event") { try rows.put("account", "first_linked_event", .integer(events + 1)) }
    }

    /// The number of the card's last event.
    private var newest: Int64 { events + 1 + Int64(shares) }

    /// Writes copies of the identity card's.
    ///
    /// - Returns: their names.
    private func copies(of list: String, as format: String) throws -> [JSONValue] {
        guard case .array(let models)? = pid[list] else { throw StoreCardError("the identity card has no \(list)") }
        return try models.prefix(max(unspent, 1)).enumerated().map { number, model in
            guard case .string(let model) = model else { throw StoreCardError("a copy has no name") }
            var copy = try rows.object("copy", model)
            copy.set("keyID", .string(Base64URL.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })))
            let name = "\(Self.id).\(format).\(number)"
            try rows.put("copy", name, .object(copy))
            return .string(name)
        }
    }

    private func entry(_ sdJWTs: [JSONValue], _ mdocs: [JSONValue]) -> JSONValue {
        let styles = [("nl", "Bibliotheekpas"), ("en", "Library card")].map { locale, name -> JSONValue in
            ["locale": .string(locale), "name": .string(name), "backgroundColor": "#14532d", "textColor": "#ffffff"]
        }
        var entry: JSONObject = [
            "id": Self.card, "isPID": false, "type": "urn:example:library-card:1", "styles": .array(styles), "issuerName": Self.issuerName,
            "issuedAt": .decimal(issuedAt), "validFrom": pid["validFrom"] ?? .null, "expiresAt": pid["expiresAt"] ?? .null,
            "sdJWTs": .array(sdJWTs), "mdocs": .array(mdocs), "lastEvent": .integer(newest),
            "status": ["value": "valid", "learntAt": .decimal(issuedAt), "references": [:]],
        ]
        if unspent == 0, let sdJWT = sdJWTs.first, let mdoc = mdocs.first {
            entry.set("sdJWTs", [])
            entry.set("mdocs", [])
            entry.set("spentSDJWT", sdJWT)
            entry.set("spentMDoc", mdoc)
        }
        return .object(entry)
    }

    private func event(_ kind: String, previous: Int64, _ more: (String, JSONValue)...) -> JSONValue {
        let link: JSONValue = ["card": Self.card, "previous": .integer(previous)]
        let members: [(String, JSONValue)] = [
            ("kind", .string(kind)), ("date", .decimal(issuedAt)), ("card", Self.card), ("cardName", Self.name),
            ("issuerName", Self.issuerName), ("issuer", ["identifier": Self.issuer]), ("links", [link]),
        ]
        return .object(JSONObject(members + more))
    }
}

extension LibraryCard {
    private static let issuer: JSONValue = "https://library.example"
    private static let card: JSONValue = ["text": .string(id)]
    private static let name = text("Bibliotheekpas", "Library card")
    private static let issuerName = text("Bibliotheek Waterbeek", "Waterbeek Library")

    private static var contents: JSONValue {
        let payload: JSONValue = ["library_number": "WB-20417"]
        return [
            "pictures": [], "payload": .string(Data(payload.encode()).base64EncodedString()), "names": [claim],
            "issuer": ["identifier": issuer, "name": issuerName],
        ]
    }

    /// An answer that arrived: with the name of the number, without the number.
    private static let sharing: JSONValue = [
        "organization": "Leescafé De Bladzijde", "identifier": "NTRNL-87654321", "isLogin": false, "outcome": "delivered",
        "cards": [["card": card, "name": name, "issuer": issuerName, "claims": [claim]]],
        "details": [
            "legalName": "Leescafé De Bladzijde B.V.", "country": "NL", "host": "bladzijde.example", "isSameDevice": true,
            "asked": [["types": ["urn:example:library-card:1"], "claims": [claim]]], "warnings": [],
        ],
    ]

    private static let claim: JSONValue = ["path": ["library_number"], "name": text("Pasnummer", "Library number")]

    private static func text(_ dutch: String, _ english: String) -> JSONValue {
        ["entries": [["locale": "nl", "text": .string(dutch)], ["locale": "en", "text": .string(english)]]]
    }
}

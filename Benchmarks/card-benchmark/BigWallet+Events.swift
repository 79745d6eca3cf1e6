// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The events of the wallet, as large as those of usual requests: about 3 KB each. Event `n` is about card `n % cards`, so that the events of
/// one card lie far apart; its first event is the issuance, and all others are answers.
extension BigWallet {
    private static let claims = 12

    /// The stored form of an event.
    ///
    /// - Parameter number: from 1.
    func event(_ number: Int) -> JSONValue {
        let card: JSONValue = ["text": .string(Self.id(number % cards))]
        let link: JSONValue = ["card": card, "previous": .integer(Int64(max(number - cards, 0)))]
        var event: [(String, JSONValue)] = [
            ("kind", number > cards ? "shared" : "issued"), ("date", .decimal(now - Double(events - number))), ("card", card),
            ("cardName", Self.text("Persoonsgegevens", "Person data")), ("issuerName", issuerName), ("links", [link]),
        ]
        if number > cards { event.append(("sharing", sharing(with: card))) }
        return .object(JSONObject(event))
    }

    private func sharing(with card: JSONValue) -> JSONValue {
        let names = JSONValue.array(
            (0..<Self.claims).map { number in
                ["path": [.string("claim_\(number)")], "name": Self.text("Gegeven nummer \(number)", "Piece of data \(number)")]
            })
        let shared: JSONValue = [
            "card": card, "name": Self.text("Persoonsgegevens", "Person data"), "issuer": issuerName, "claims": names,
        ]
        return [
            "organization": "An organization", "identifier": "NTRNL-12345678", "isLogin": .bool(false), "outcome": "delivered",
            "cards": [shared], "details": details(names),
        ]
    }

    private func details(_ names: JSONValue) -> JSONValue {
        let registration: JSONValue = [
            "isVerified": .bool(true), "name": "An organization", "legalName": "An organization, limited",
            "service": Self.text("Een dienst met een omschrijving van gewone lengte", "A service with a description of usual length"),
            "purpose": Self.text("Nagaan of u aan de voorwaarden voldoet", "Check that you meet the conditions"),
            "privacyPolicy": "https://organization.example/privacy", "support": "https://organization.example/help",
            "supervisor": ["name": "The authority", "email": "post@authority.example", "page": "https://authority.example"],
        ]
        return [
            "legalName": "An organization, limited", "country": "NL", "host": "organization.example", "isSameDevice": .bool(true),
            "registration": registration, "asked": [["types": [.string(Documents.credentialType)], "claims": names]], "warnings": [],
        ]
    }

    private static func text(_ dutch: String, _ english: String) -> JSONValue {
        ["entries": [["locale": "nl", "text": .string(dutch)], ["locale": "en", "text": .string(english)]]]
    }
}

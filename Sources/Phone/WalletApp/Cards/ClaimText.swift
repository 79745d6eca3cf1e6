// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
package import Foundation
package import WalletInterface

/// Displayable texts for the claims of a card.
package enum ClaimText {
    /// Returns a claim's label: from its issuer, else a known label, else its name in the credential.
    package static func name(of claim: CardClaim) -> Text {
        guard claim.name.entries.isEmpty else { return Text("value.text", .localized(claim.name)) }
        if claim.path.count == 2, claim.path[0] == "age_equal_or_over" { return Text("claim.ageReached", .verbatim(claim.path[1])) }
        return name(of: claim.path.last ?? "")
    }

    /// Returns the text of a value.
    ///
    /// - Parameters:
    ///   - name: the claim's name in the credential. It distinguishes a year from a number and a country from two letters.
    ///   - zone: the time zone in which the issuer counts days. An instant is shown as its day there.
    package static func value(_ value: CardValue, named name: String, in zone: TimeZone) -> Text {
        switch value {
        case .text(let text): self.text(text, named: name, in: zone)
        case .number(let number): sexes[number].flatMap { name == "sex" ? $0 : nil } ?? Text("value.text", .verbatim(number))
        case .truth(let isTrue): isTrue ? "value.yes" : "value.no"
        case .picture: "value.picture"
        case .list(let values):
            // Each group on lines of its own: a place contains a comma itself.
            Text(
                "value.text",
                .texts(values.map { self.value($0, named: name, in: zone) }, separator: values.allSatisfy(\.isGroup) ? "\n" : ", "))
        case .group(let members):
            if let address = WrittenAddress(members) {
                address.text { part, text in self.text(text, named: part, in: zone) }
            } else {
                labelled(members, in: zone)
            }
        }
    }

    /// Writes each member on a line, after its name.
    private static func labelled(_ members: [CardValue.Member], in zone: TimeZone) -> Text {
        let lines = members.map { member in
            Text(
                "value.named", .texts([name(of: member.name)], separator: ""),
                .texts([value(member.value, named: member.name, in: zone)], separator: ""))
        }
        return Text("value.text", .texts(lines, separator: "\n"))
    }

    private static func text(_ text: String, named name: String, in zone: TimeZone) -> Text {
        if let date = date(text, named: name, in: zone), date.isComplete || name.contains("date") { return Text("value.text", .day(date)) }
        let isCountry = name.hasPrefix("nationalit") || name.hasSuffix("country")
        if isCountry, text.utf8.count == 2, text.utf8.allSatisfy({ (65...90).contains($0) }) { return Text("value.text", .country(text)) }
        return Text("value.text", .verbatim(text))
    }

    /// Returns the date in a text; nil if there is none. A date of birth stays as it is written, in every zone. The end of a validity is
    /// the last day before it, as on the card's badge.
    private static func date(_ text: String, named name: String, in zone: TimeZone) -> WrittenDate? {
        guard text.hasSuffix("Z"), !name.contains("birth"), let instant = try? Date(text, strategy: .iso8601) else {
            return WrittenDate(text)
        }
        let isEnd = name.contains("expir") || name.contains("until")
        return WrittenDate(isEnd ? CalendarDay(lastBefore: instant, in: zone) : CalendarDay(instant, in: zone))
    }

    private static func name(of member: String) -> Text {
        known[member] ?? Text("value.text", .verbatim(member.replacing("_", with: " ")))
    }

    /// Labels of members that issuers seldom describe (OpenID Connect Core 5.1.1, PID Rulebook 4).
    private static let known: [String: Text] = [
        "address": "claim.address",
        "locality": "claim.locality", "region": "claim.region", "country": "claim.country", "street_address": "claim.street",
        "house_number": "claim.houseNumber", "postal_code": "claim.postalCode",
    ]

    /// The values of `sex` (PID Rulebook 2.3).
    private static let sexes: [String: Text] = [
        "0": "claim.sex.0", "1": "claim.sex.1", "2": "claim.sex.2", "3": "claim.sex.3", "4": "claim.sex.4", "5": "claim.sex.5",
        "6": "claim.sex.6", "9": "claim.sex.9",
    ]
}

extension CardValue {
    fileprivate var isGroup: Bool { if case .group = self { true } else { false } }
}

extension Piece {
    /// The claims of a card in the issuer's order: names with values, and pictures between them. The holder's photo stands above
    /// them, beside the holder's name. An address is one fact.
    ///
    /// - Parameter zone: the time zone in which the issuer counts days.
    package static func claims(_ claims: [CardClaim], in zone: TimeZone) -> [Piece] {
        let portrait = HolderPortrait(claims)
        let others = claims.indices.filter { $0 != portrait?.index }.map { claims[$0] }
        var pieces: [Piece] = portrait.map { [.portrait($0)] } ?? []
        var facts: [Fact] = []
        for claim in others.withWholeAddress {
            let name = ClaimText.name(of: claim)
            guard case .picture(let address) = claim.value, let picture = EmbeddedPicture(address) else {
                facts.append(Fact(name, text: ClaimText.value(claim.value, named: claim.path.last ?? "", in: zone)))
                continue
            }
            if !facts.isEmpty { pieces.append(.facts(facts)) }
            facts = []
            pieces.append(.picture(picture, label: name))
        }
        return facts.isEmpty ? pieces : pieces + [.facts(facts)]
    }
}

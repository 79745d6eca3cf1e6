// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// What a card says, in words: labels in the reader's language, dates written out, yes and no instead of true and false.
enum CardFacts {
    /// Names of claims whose values are countries (PID Rulebook 2.2).
    private static let countries: Set = ["nationality", "nationalities", "country", "issuing_country"]
    /// The values of `sex` that have words (ISO/IEC 5218 and PID Rulebook 2.2).
    private static let sexes: Set = ["0", "1", "2", "3", "4", "5", "6", "9"]

    /// All claims, in the order of the card. Named values that the issuer has no name for stand each on a line.
    static func facts(of claims: [CardClaim]) -> [Fact] {
        claims.flatMap { facts(name(of: $0), $0.value, claim: $0.path.last ?? "") }
    }

    private static func name(of claim: CardClaim) -> Text {
        claim.name.entries.isEmpty ? readable(claim.path.last ?? "") : Text(.localized(claim.name))
    }

    /// `family_name` as `family name`: for what nobody has named.
    private static func readable(_ name: String) -> Text { Text(.verbatim(name.replacing("_", with: " "))) }

    private static func facts(_ name: Text, _ value: CardValue, claim: String) -> [Fact] {
        guard case .group(let members) = value else { return [Fact(name, words(value, claim: claim))] }
        return members.flatMap { member in
            facts(Text("cardFacts.part", .list([name]), .list([readable(member.name)])), member.value, claim: member.name)
        }
    }

    /// A date. One of which only the year is given is known by its claim's name: a house number may be `2000`, too.
    private static func dated(_ text: String, claim: String) -> Text? {
        guard text.utf8.count == 10 || claim.contains("date") else { return nil }
        return CalendarDay(text).map { Text(.day($0)) }
    }

    private static func words(_ value: CardValue, claim: String) -> Text {
        switch value {
        case .truth(let isTrue): isTrue ? "cardFacts.yes" : "cardFacts.no"
        case .picture: "cardFacts.picture"
        case .number(let number) where claim == "sex" && sexes.contains(number): Text("cardFacts.sex.\(number)")
        case .number(let number): Text(.verbatim(number))
        case .text(let code) where countries.contains(claim): Text(.country(code))
        case .text(let text): dated(text, claim: claim) ?? Text(.verbatim(text))
        case .list(let values): Text(.list(values.map { words($0, claim: claim) }))
        case .group(let members):
            Text(.list(members.map { Text("cardFacts.part", .list([readable($0.name)]), .list([words($0.value, claim: $0.name)])) }))
        }
    }
}

extension IssuancePreview {
    /// The issuer's name: its own, else its certificate's, else its address.
    var issuer: LocalizedText {
        guard card.issuer.name.entries.isEmpty else { return card.issuer.name }
        return LocalizedText([LocalizedText.Entry(locale: nil, text: card.issuer.certifiedName ?? card.issuer.identifier)])
    }
}

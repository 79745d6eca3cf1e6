// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The holder on a card as a host in any language draws it.
struct DrawnCardTests {
    private let words: DrawnScreen.Words

    init() throws {
        words = DrawnScreen.Words(try StringCatalog.load(for: .nlWallet), in: .english)
    }

    private func card(_ claims: [(String, String)]) -> DrawnCard {
        let claims = claims.map { CardClaim(path: [$0.0], name: LocalizedText([]), value: .text($0.1)) }
        return DrawnCard(CardFace(CardDetails.pid(data: claims)), words)
    }

    @Test func `a card has the holder's full name and its parts, and keeps them in JSON`() throws {
        let card = card([("family_name", "van der Meer"), ("given_name", "Fatma Elif")])
        #expect(card.holder == "Fatma Elif van der Meer" && card.givenName == "Fatma Elif" && card.familyName == "van der Meer")
        #expect(try JSONDecoder().decode(DrawnCard.self, from: JSONEncoder().encode(card)) == card)
    }

    @Test func `a part that the card lacks is missing, and is not made from the full name`() {
        let card = card([("family_name", "Suharto"), ("given_name", "-")])
        #expect(card.holder == "Suharto" && card.givenName == nil && card.familyName == "Suharto")
    }

    @Test func `a card without a holder names none`() {
        let card = card([("member_number", "12")])
        #expect(card.holder == nil && card.givenName == nil && card.familyName == nil)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension SharingOrganization {
    /// The service and the use of the data that the organization registered or, without a registration that counts, claims.
    var use: [Fact] {
        guard let registration else { return [] }
        let purpose: Text = registration.isVerified ? "shareWith.purpose" : "shareWith.purpose.claimed"
        return [
            registration.service.words.map { Fact("shareWith.service", text: $0) },
            registration.purpose.words.map { Fact(purpose, text: $0) },
        ].compactMap(\.self)
    }
}

extension Piece {
    /// The organization, the one in whose name it asks, the purpose, and every warning about the request.
    static func requester(of offer: SharingOffer) -> [Piece] {
        let organization = offer.organization
        let intermediary = organization.verified?.intermediary.map { name -> Piece in
            .paragraph(Text("shareWith.onBehalf", .verbatim(name), organization.argument))
        }
        let warnings = offer.warnings.map { Piece.banner(.warn, $0.words(about: organization.name)) }
        let facts = organization.use
        return [intermediary].compactMap(\.self) + warnings + (facts.isEmpty ? [] : [.facts(facts)])
    }

    /// The names of what would be shared from each card, with the card's warnings. A place without an answer says so.
    static func answers(to offer: SharingOffer, _ choice: SharingChoice) -> [Piece] {
        offer.places(of: choice).flatMap { place -> [Piece] in
            guard place.part != nil else { return [.state(.card, "chooseCard.none", detail: "shareWith.optional")] }
            return offer.cards(at: place, of: choice).flatMap { card -> [Piece] in
                [.state(.card, card.summary.name, detail: card.names)]
                    + card.warnings.map { Piece.banner(.warn, $0.words(about: offer.organization.name)) }
            }
        }
    }

    /// One entry for each place where the person can choose another card; nothing if there is none.
    static func swaps(
        in offer: SharingOffer, _ choice: SharingChoice, row: Row, _ action: (SharingPlace) -> Action
    ) -> [Piece] {
        let entries = offer.places(of: choice).filter { offer.canSwap($0) }.map { place -> ListEntry in
            let cards = offer.cards(at: place, of: choice).map(\.summary.name)
            let detail = cards.isEmpty ? "chooseCard.none" : Text("value.text", .texts(cards, separator: ", "))
            return .link("shareWith.swap", detail: detail, icon: .transfer, row: row, target: place.target, action(place))
        }
        return entries.isEmpty ? [] : [.list("shareWith.swap", entries)]
    }

    /// The button that approves, below the tick that a picture of the person needs. Without the tick, and if nothing is chosen, a sentence
    /// stands in place of the button.
    static func approval(
        of offer: SharingOffer, _ choice: SharingChoice, isPortraitAccepted: Bool, tick: Action, _ button: Piece
    ) -> [Piece] {
        guard !offer.cards(of: choice).isEmpty else { return [.banner(.info, "shareWith.nothing")] }
        guard offer.needsPortraitTick(choice) else { return [button] }
        let toggle = Piece.toggle("shareWith.portrait", isOn: isPortraitAccepted, row: "extra/15a", tick)
        return [toggle, isPortraitAccepted ? button : .banner(.info, "shareWith.tickFirst")]
    }
}

extension SharingOffer {
    /// True if a choice shares a picture of the person, which needs a tick of its own.
    func needsPortraitTick(_ choice: SharingChoice) -> Bool {
        warnings(of: choice).contains { if case .portrait = $0 { true } else { false } }
    }
}

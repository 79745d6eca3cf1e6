// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// All that would be shared is on the glass, whatever sets the organization has made.
struct SharedPartTests {
    private func offer(_ sets: [SharingSet], _ card: SharedCard) -> SharingOffer {
        let organization = SharingOrganization(
            name: "Shop", legalName: nil, identifier: nil, country: nil, host: "shop.example", registration: nil)
        let parts = (0...2).map { SharingPart(id: $0, takesSeveral: false, cards: [card]) }
        let choice = SharingChoice([0: [card.summary.id], 1: [card.summary.id], 2: [card.summary.id]])
        return SharingOffer(
            id: SharingOffer.ID(digest: []), isLogin: false, arrival: .sameDevice, organization: organization, websiteHost: nil,
            parts: parts, sets: sets, standardChoice: choice, warnings: [], expiresAt: PhoneClock.start)
    }

    /// The first set is answered by its first option. The other sets make it look answered by its second, longer one as well.
    private let sets = [
        SharingSet(options: [[0], [1, 2]], isRequired: true), SharingSet(options: [[1]], isRequired: true),
        SharingSet(options: [[2]], isRequired: true),
    ]

    @Test func `a part that other sets hide is shown, since it is shared`() {
        let offer = offer(sets, SharedCard(summary: CardDetails.pid().summary, claims: [], warnings: []))
        let places = offer.places(of: offer.standardChoice)
        #expect(places.compactMap(\.part).sorted() == [0, 1, 2])
        #expect(places.contains(SharingPlace(set: 0, part: 0)))
        #expect(offer.cards(of: offer.standardChoice).count == 3)
    }

    @Test func `no part is shown twice, and a part without a card has no place`() {
        let offer = offer(sets, SharedCard(summary: CardDetails.pid().summary, claims: [], warnings: []))
        let id = CardDetails.pid().summary.id
        #expect(offer.places(of: SharingChoice([1: [id], 2: [id]])).compactMap(\.part) == [1, 2])
        #expect(offer.places(of: SharingChoice([0: [], 1: [id], 2: [id]])).compactMap(\.part) == [1, 2])
    }
}

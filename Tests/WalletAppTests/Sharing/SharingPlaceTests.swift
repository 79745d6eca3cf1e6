// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// The answers that a person can choose at a place of an offer.
struct SharingPlaceTests {
    private static let place = SharingPlace(set: 0, part: 0)
    private static let (first, second) = (SharingSample.pid.summary.id, SharingSample.pass.summary.id)
    private static let cards = [SharingSample.shared(SharingSample.pid), SharingSample.shared(SharingSample.pass)]

    @Test func `one card that must be given cannot be swapped`() {
        let offer = SharingSample.offer()
        #expect(offer.places(of: offer.standardChoice) == [Self.place])
        #expect(!offer.canSwap(Self.place))
        #expect(offer.withoutAnswer(at: Self.place, of: offer.standardChoice) == nil)
    }

    @Test func `another card replaces the chosen one`() {
        let offer = SharingSample.offer(cards: Self.cards)
        let answers = offer.alternatives(at: Self.place, of: offer.standardChoice)
        #expect(answers.map(\.choice) == [SharingChoice([0: [Self.first]]), SharingChoice([0: [Self.second]])])
        #expect(answers.map(\.isChosen) == [true, false])
    }

    @Test func `a part that takes several adds and removes cards, but not the last one`() {
        let offer = SharingSample.offer(cards: Self.cards, takesSeveral: true)
        let answers = offer.alternatives(at: Self.place, of: offer.standardChoice)
        #expect(answers.map(\.choice) == [offer.standardChoice, SharingChoice([0: [Self.first, Self.second]])])
        let both = offer.alternatives(at: Self.place, of: answers[1].choice)
        #expect(both.map(\.choice) == [SharingChoice([0: [Self.second]]), SharingChoice([0: [Self.first]])])
    }

    @Test func `a part that may be left out can be answered again`() throws {
        let offer = SharingSample.offer(isRequired: false)
        let none = try #require(offer.withoutAnswer(at: Self.place, of: offer.standardChoice))
        #expect(none == SharingChoice([:]))
        let empty = SharingPlace(set: 0, part: nil)
        #expect(offer.places(of: none) == [empty])
        #expect(offer.canSwap(empty))
        #expect(offer.alternatives(at: empty, of: none).map(\.choice) == [offer.standardChoice])
    }

    @Test func `another option drops the parts that no set needs`() {
        let parts = [0, 1, 2].map { SharingPart(id: $0, takesSeveral: false, cards: [Self.cards[$0 == 1 ? 1 : 0]]) }
        let offer = SharingOffer(
            id: SharingOffer.ID(digest: []), isLogin: false, arrival: .sameDevice, organization: SharingSample.organization,
            websiteHost: nil, parts: parts,
            sets: [SharingSet(options: [[0], [1]], isRequired: true), SharingSet(options: [[2]], isRequired: true)],
            standardChoice: SharingChoice([0: [Self.first], 2: [Self.first]]), warnings: [], expiresAt: Date(timeIntervalSince1970: 0))
        let answers = offer.alternatives(at: Self.place, of: offer.standardChoice)
        #expect(answers.last?.choice == SharingChoice([1: [Self.second], 2: [Self.first]]))
        #expect(offer.cards(of: SharingChoice([1: [Self.second], 2: [Self.first]])).map(\.summary.id) == [Self.second, Self.first])
    }
}

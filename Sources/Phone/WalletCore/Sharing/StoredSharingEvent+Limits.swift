// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The size of an event: an organization that asks for thousands of things must not fill the store.
extension StoredSharingEvent {
    /// The most names of a request or of its warnings.
    static let mostNames = 256
    /// The most types of card of a part of a request.
    static let mostTypes = 16
    /// The most bytes of the sharing part of a row, as JSON.
    static let mostBytes = 64 * 1024
    /// The name that stands for names, types, cards and parts of a request that were left out.
    static let mark = "…"

    /// The event with at most ``mostNames`` names of what was asked, and at most ``mostBytes``. First the types of card give way, then the
    /// names of what was asked and of the warnings, then the translations of what was shared, then its names and cards, at last the
    /// registration. A mark stands where something is left out; a registration that is left out has a flag, and warnings leave no mark.
    var limited: StoredSharingEvent {
        var event = self
        for (names, types) in [(Self.mostNames, Self.mostTypes), (Self.mostNames, 1), (64, 1), (16, 1), (0, 1)] {
            event = event.asking(names, types)
            if event.isSmall { return event }
        }
        event = event.inOneLanguage
        for names in [Self.mostNames, 64, 16, 0] where !event.isSmall {
            var left = names
            event.cards.keepFirst(max(names, 1), mark: .mark)
            for index in event.cards.indices { event.cards[index].claims.keepFirst(&left) }
        }
        if !event.isSmall, event.details?.registration != nil {
            event.details?.registration = nil
            event.details?.leavesOutRegistration = true
        }
        return event
    }

    private var isSmall: Bool { ((try? JSONEncoder().encode(self).count) ?? .max) <= Self.mostBytes }

    /// The event with so many names of what was asked, so many types in each part, and as many warnings as names, but at least 8.
    private func asking(_ names: Int, _ types: Int) -> StoredSharingEvent {
        guard var details else { return self }
        var event = self
        var left = names
        for index in details.asked.indices {
            details.asked[index].types.keepFirst(types, mark: Self.mark)
            details.asked[index].claims.keepFirst(&left)
        }
        details.asked.keepFirst(max(names, 1), mark: .mark)
        left = names
        for index in details.warnings.indices { details.warnings[index].claims?.keepFirst(&left) }
        details.warnings = Array(details.warnings.prefix(max(names, 8)))
        event.details = details
        return event
    }

    /// The event with the first translation of what was shared.
    private var inOneLanguage: StoredSharingEvent {
        var event = self
        for card in event.cards.indices {
            event.cards[card].name = event.cards[card].name.first
            event.cards[card].issuer = event.cards[card].issuer?.first
            for claim in event.cards[card].claims.indices {
                event.cards[card].claims[claim].name = event.cards[card].claims[claim].name.first
            }
        }
        return event
    }
}

extension StoredSharingEvent.Claim {
    fileprivate static let mark = Self(path: [StoredSharingEvent.mark], name: StoredText([]))
}

extension StoredSharingEvent.Card {
    /// Stands for cards that were left out, and for what was shared from them; it is no card of the wallet.
    fileprivate static let mark = Self(
        card: CardID(""), name: StoredText([StoredText.Entry(locale: nil, text: StoredSharingEvent.mark)]), claims: [.mark])
}

extension StoredSharingEvent.Asked {
    fileprivate static let mark = Self(types: [], claims: [.mark])
}

extension Array where Element: Equatable {
    /// Keeps the first elements, and puts a mark in place of the others.
    fileprivate mutating func keepFirst(_ count: Int, mark: Element) {
        let others = filter { $0 != mark }
        let isMarked = others.count < self.count || others.count > count
        self = Array(others.prefix(count)) + (isMarked ? [mark] : [])
    }
}

extension [StoredSharingEvent.Claim] {
    /// Keeps the first names, and puts the mark in place of the others.
    ///
    /// - Parameter left: how many names may be kept; reduced by those that are.
    fileprivate mutating func keepFirst(_ left: inout Int) {
        let names = count(where: { $0 != .mark })
        keepFirst(left, mark: .mark)
        left -= Swift.min(left, names)
    }
}

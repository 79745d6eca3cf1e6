// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The size of an event: an organization that asks for thousands of things must not fill the store.
extension StoredSharingEvent {
    /// The most names of a request or of its warnings.
    static let mostNames = 256
    /// The most bytes of the sharing part of a row, as JSON.
    static let mostBytes = 64 * 1024
    /// The name that stands for names that were left out.
    static let mark = "…"

    /// The event with at most ``mostNames`` names of what was asked, and at most ``mostBytes``. First the names of what was asked and of the
    /// warnings give way, then the translations of what was shared, then its names, at last the
    /// registration. A mark stands where names are left out.
    var limited: StoredSharingEvent {
        var event = self
        for names in [Self.mostNames, 64, 16, 0] {
            event = event.asking(names)
            if event.isSmall { return event }
        }
        event = event.inOneLanguage
        for names in [Self.mostNames, 64, 16, 0] where !event.isSmall {
            var left = names
            event.cards = Array(event.cards.prefix(max(names, 1)))
            for index in event.cards.indices { event.cards[index].claims.keepFirst(&left) }
        }
        if !event.isSmall { event.details?.registration = nil }
        return event
    }

    private var isSmall: Bool { ((try? JSONEncoder().encode(self).count) ?? .max) <= Self.mostBytes }

    /// The event with so many names of what was asked, and so many of its warnings.
    private func asking(_ names: Int) -> StoredSharingEvent {
        guard var details else { return self }
        var event = self
        var left = names
        for index in details.asked.indices { details.asked[index].claims.keepFirst(&left) }
        details.asked = Array(details.asked.prefix(max(names, 1)))
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

extension [StoredSharingEvent.Claim] {
    /// Keeps the first names, and puts the mark in place of the others.
    ///
    /// - Parameter left: how many names may be kept; reduced by those that are.
    fileprivate mutating func keepFirst(_ left: inout Int) {
        let mark = StoredSharingEvent.Claim(path: [StoredSharingEvent.mark], name: StoredText([]))
        let names = filter { $0 != mark }
        let isMarked = names.count < count || names.count > left
        self = Array(names.prefix(left)) + (isMarked ? [mark] : [])
        left -= Swift.min(left, names.count)
    }
}

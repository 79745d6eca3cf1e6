// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// An event in the history of the wallet (UC6.1–UC6.3). It tells names, never values.
package struct WalletEvent: Sendable, Hashable {
    /// The kind of an event. The raw value is stored.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A card was added to the wallet.
        case issued
        /// A card replaced an earlier card.
        case renewed
        /// The wallet detected that the issuer had revoked a card.
        case revoked
        /// An organization asked for data or a login (UC5.1, UC5.2); `sharing` has what became of it.
        case shared
        /// The person deleted a card (UC7.4).
        case deleted
        /// A report about an organization or an issuer was begun (UC6.3/4.2, UC7.2/5); `contact` has to whom.
        case problemReported
        /// The person asked an organization to delete data (UC6.3/7.1); `contact` has by which way.
        case deletionAsked
        /// The PIN was changed.
        case pinChanged
        /// A forgotten PIN was replaced by a new one.
        case newPIN
        /// Unlocking with biometrics was switched on.
        case biometricsOn
        /// Unlocking with biometrics was switched off: by the person, by a changed face or finger, or by a block.
        case biometricsOff
        /// The person deleted all events before this one.
        case historyErased
        /// The person switched the history off: what follows was not kept, until it was switched on.
        case historyOff
        /// The person switched the history on again.
        case historyOn

        /// False for the events about the history itself, so that its gaps can be seen.
        package var isDeletable: Bool {
            switch self {
            case .historyErased, .historyOff, .historyOn: false
            default: true
            }
        }
    }

    /// The number of the event among all events of the wallet, from 1.
    package let number: Int64
    package let kind: Kind
    /// The true time.
    package let date: Date
    /// The card, of several the first; nil for an event of the wallet, and if no card took part.
    package let card: EventCard?
    /// The organization, the data and the outcome. Nil for other kinds than `shared`, `problemReported` and `deletionAsked`.
    package let sharing: SharingEvent?
    /// The number of the event that a report or a wish for deletion is about; nil for others.
    package let about: Int64?
    /// The body that was turned to; nil for other kinds than `problemReported` and `deletionAsked`.
    package let contact: EventContact?

    package init(
        number: Int64, kind: Kind, date: Date, card: EventCard?, sharing: SharingEvent? = nil, about: Int64? = nil,
        contact: EventContact? = nil
    ) {
        self.number = number
        self.kind = kind
        self.date = date
        self.card = card
        self.sharing = sharing
        self.about = about
        self.contact = contact
    }
}

/// Events, newest first, with a count of the unreadable events.
package struct WalletEvents: Sendable, Hashable, RandomAccessCollection {
    package let readable: [WalletEvent]
    /// The number of unreadable or missing events. Their cards are unknown. Events that the person deleted do not count.
    package let unreadableCount: Int

    package init(_ readable: [WalletEvent], unreadableCount: Int = 0) {
        self.readable = readable
        self.unreadableCount = unreadableCount
    }

    /// The index of the newest readable event.
    package var startIndex: Int { readable.startIndex }
    /// The index after the oldest readable event.
    package var endIndex: Int { readable.endIndex }
    /// The readable event at an index.
    package subscript(position: Int) -> WalletEvent { readable[position] }
}

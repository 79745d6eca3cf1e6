// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// How the list of cards is stored since version 4: JSON, short enough to be read at once with a thousand cards in it. Texts that many cards have
/// stand there once, in tables; cards name them by their index.
///
/// The tables: `types` are texts; `issuers` are names, each an array of `[locale, text]`; `styles` are arrays of
/// `[locale, name, description, backgroundColor, textColor]`; `logos` are arrays of `[locale, logo, logoText, background]`; `lists` are addresses
/// of status lists. `cards` are arrays with the places of ``Place``. What is not there is null.
enum CardList {
    /// What stands where in a card.
    enum Place: Int, CaseIterable {
        /// A text.
        case id
        /// True or false.
        case isPID
        /// Indexes into `types`, `styles` and `issuers`.
        case type, styles, issuer
        /// Seconds since 2001; the last two may be null.
        case issuedAt, validFrom, expiresAt
        /// Arrays of copies: the number of a copy that is called after the card, or a whole name.
        case sdJWTs, mdocs
        /// A text, and seconds since 2001.
        case status, learntAt
        /// Arrays of an index into `lists` and the indexes in that list, at least one.
        case references
        /// An index into `logos`, or null.
        case logos
    }

    /// The tables, in the order in which they are written.
    enum Table: String, CaseIterable {
        case types, issuers, styles, logos, lists
    }

    /// What the list of cards itself is called.
    static let cards = "cards"

    /// What the names of a card's copies begin with.
    static func prefix(_ id: CardID, _ format: Place) -> String { id.text + (format == .sdJWTs ? ".sd." : ".mdoc.") }
}

/// The list of cards is read and written often, and a wallet may have a thousand.
extension Array: StoredByHand where Element == CardEntry {
    init?(stored: [UInt8]) {
        guard let reader = CardListReader(stored) else { return nil }
        self = reader.entries
    }

    var stored: [UInt8]? {
        var writer = CardListWriter()
        for entry in self { guard writer.append(entry) else { return nil } }
        return writer.bytes
    }
}

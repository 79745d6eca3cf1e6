// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletInterface

/// The stored format of the list of cards since version 4: compact JSON, so that a thousand cards can be read at once. Values shared by many cards
/// are stored once, in tables; cards refer to them by index.
///
/// The tables: `types` are texts; `issuers` are names, each an array of `[locale, text]`; `styles` are arrays of `[locale, name, description,
/// backgroundColor, textColor]`; `logos` are arrays of `[locale, logo, logoText, background]`; `lists` are addresses of status lists. `cards` are
/// arrays with the places of ``Place``. Absent values are null.
enum CardList {
    /// The position of a value in a card's array.
    enum Place: Int, CaseIterable {
        /// A text.
        case id
        /// True or false.
        case isPID
        /// Indexes into `types`, `styles` and `issuers`.
        case type, styles, issuer
        /// Seconds since 2001; the last two may be null.
        case issuedAt, validFrom, expiresAt
        /// Arrays of copies: the number of a copy named after its card, or a complete name.
        case sdJWTs, mdocs
        /// A text, and seconds since 2001.
        case status, learntAt
        /// Arrays of an index into `lists` and at least one index in that list.
        case references
        /// An index into `logos`, or null.
        case logos
    }

    /// The tables, in the order in which they are written.
    enum Table: String, CaseIterable {
        case types, issuers, styles, logos, lists
    }

    /// The name of the list of cards.
    static let cards = "cards"

    /// Returns the prefix of the names of a card's copies.
    static func prefix(_ id: CardID, _ format: Place) -> String { id.text + (format == .sdJWTs ? ".sd." : ".mdoc.") }
}

/// A compact encoding, because the list is read and written often and may contain a thousand cards.
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

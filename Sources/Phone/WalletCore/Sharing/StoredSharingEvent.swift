// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The part of an event that says who asked, and who received what: names only, no values.
struct StoredSharingEvent: Codable, Sendable, Equatable {
    /// The organization's name; empty if it is not known.
    let organization: String
    /// The identifier of the legal person.
    let identifier: String?
    let isLogin: Bool
    var outcome: String
    var cards: [Card]
    /// Why the organization's address for the browser was not followed (`RedirectRefusal`); nil if it was, or if it gave none.
    var refusedAddress: String?
    /// Nil in events of earlier versions of the app.
    var details: Details?

    private enum CodingKeys: String, CodingKey { case organization, identifier, isLogin, outcome, cards, refusedAddress, details }

    /// A card that was shared from.
    struct Card: Codable, Sendable, Equatable {
        let card: CardID
        var name: StoredText
        /// The issuer's name; nil in events of earlier versions of the app.
        var issuer: StoredText?
        var claims: [Claim]

        private enum CodingKeys: String, CodingKey { case card, name, issuer, claims }
    }

    /// The name of a piece of data.
    struct Claim: Codable, Sendable, Equatable {
        let path: [String]
        var name: StoredText

        private enum CodingKeys: String, CodingKey { case path, name }
    }
}

extension StoredSharingEvent.Claim {
    /// A claim with its label cut.
    ///
    /// - Parameters:
    ///   - path: names only, never an index or a value.
    ///   - language: the person's own language; nil for the phone's.
    init(_ path: [String], _ name: LocalizedText, _ language: String?) {
        self.init(path: path.map(StoredText.shortened), name: StoredText(name).cut(for: language))
    }
}

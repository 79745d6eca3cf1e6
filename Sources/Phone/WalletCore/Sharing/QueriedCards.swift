// SPDX-License-Identifier: EUPL-1.2

import DCQL
import SDJWT
import WalletInterface

/// The wallet's cards as a query sees them, at one time: a credential for each card and format.
struct QueriedCards: Sendable {
    /// A card in one format. The person sees both formats as one card.
    struct Card: Sendable, Hashable {
        let id: CardID
        let format: QueriedFormat
        let usability: CardUsability
        /// The name of the copy that was read; nil without an unused one.
        var copy: String?
        /// The claims that every presentation of the copy shows, even if they are not asked for.
        var alwaysShown: [ClaimPath] = []
    }

    /// The newest card's first, usable or not; the claims are those of the copy that would be disclosed.
    private(set) var credentials: [QueriedCredential] = []
    /// The cards by the reference of their credential.
    private(set) var cards: [String: Card] = [:]
    /// Cards with a row that cannot be read. Nothing of them is shared.
    private(set) var unreadable: [CardID] = []

    init() {}

    /// The index of each credential, by its reference.
    private var places: [String: Int] = [:]

    mutating func append(
        _ credential: QueriedCredential, of card: CardID, _ usability: CardUsability, copy: String? = nil, alwaysShown: [ClaimPath] = []
    ) {
        places[credential.reference] = credentials.count
        credentials.append(credential)
        cards[credential.reference] = Card(
            id: card, format: credential.format, usability: usability, copy: copy, alwaysShown: alwaysShown)
    }

    mutating func noteUnreadable(_ card: CardID) { unreadable.append(card) }

    /// The name of a card's credential in matches and choices.
    static func reference(_ card: CardID, as format: QueriedFormat) -> String { "\(format.rawValue) \(card.text)" }

    /// The credential with this reference; nil if there is none.
    func credential(_ reference: String) -> QueriedCredential? { places[reference].map { credentials[$0] } }

    /// The references, the newest card's first.
    var newestFirst: [String] { credentials.map(\.reference) }

    /// True if the card with this reference can be shared.
    func isUsable(_ reference: String) -> Bool { cards[reference]?.usability.isUsable ?? false }

    /// Why no card answers a query; nil if one does. If several cards would have answered, the cause is the newest one's.
    func missingCause(of match: QueryMatch) -> MissingCause? {
        let usabilities = match.candidates.compactMap { cards[$0.reference]?.usability }
        guard !usabilities.contains(where: \.isUsable) else { return nil }
        return usabilities.first?.missingCause ?? MissingCause(match.misses)
    }
}

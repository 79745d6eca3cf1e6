// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The way in which a request reached the wallet.
package enum SharingArrival: String, Sendable, Hashable, CaseIterable {
    /// A link opened on this phone.
    case sameDevice
    /// A QR code on another device's screen, read by the wallet's scanner.
    case crossDevice
}

/// A request that the person can approve: who asks, for what, from which cards, with every warning (UC5.1/1.4, UC5.2/1.3).
package struct SharingOffer: Sendable, Hashable {
    /// Binds an approval to all that is in this value: equal only for the same request, cards, copies, configuration and registration.
    package struct ID: Sendable, Hashable {
        /// SHA-256, 32 bytes.
        package let digest: [UInt8]

        package init(digest: [UInt8]) { self.digest = digest }
    }

    package let id: ID
    /// True if the request is a login (UC5.2).
    package let isLogin: Bool
    package let arrival: SharingArrival
    package let organization: SharingOrganization
    /// The host for the website check, in ASCII; nil if the organization's certificate names none, which is a warning (UC5.1/1.2).
    package let websiteHost: String?
    /// The parts of the request: each is answered by a card, or by several if it takes several. At least one.
    package let parts: [SharingPart]
    /// The choices between parts, at least one; every required set needs one of its options. A part in no chosen option is not answered.
    package let sets: [SharingSet]
    /// The choice to show first: of each part the newest card.
    package let standardChoice: SharingChoice
    /// The warnings about the request and its sender, in the order in which they are shown. Those about cards stand at the cards.
    package let warnings: [SharingWarning]
    /// The end of the time for an approval, by the phone's clock.
    package let expiresAt: Date

    package init(
        id: ID, isLogin: Bool, arrival: SharingArrival, organization: SharingOrganization, websiteHost: String?, parts: [SharingPart],
        sets: [SharingSet], standardChoice: SharingChoice, warnings: [SharingWarning], expiresAt: Date
    ) {
        self.id = id
        self.isLogin = isLogin
        self.arrival = arrival
        self.organization = organization
        self.websiteHost = websiteHost
        self.parts = parts
        self.sets = sets
        self.standardChoice = standardChoice
        self.warnings = warnings
        self.expiresAt = expiresAt
    }

    /// True if the person can answer in more than one way (UC5.1/1.3b).
    package var hasAlternatives: Bool {
        parts.contains { $0.cards.count > 1 } || sets.contains { $0.options.count > 1 || !$0.isRequired }
    }

    /// The warnings that an approval of this choice accepts: those of the request, then those of the chosen cards, each once.
    package func warnings(of choice: SharingChoice) -> [SharingWarning] {
        var all = warnings
        for part in parts {
            let chosen = choice.cards[part.id] ?? []
            for card in part.cards where chosen.contains(card.summary.id) {
                for warning in card.warnings where !all.contains(warning) { all.append(warning) }
            }
        }
        return all
    }
}

/// One part of what is asked for.
package struct SharingPart: Sendable, Hashable {
    /// The number of the part in its request, from 0.
    package let id: Int
    /// True if several cards may answer it.
    package let takesSeveral: Bool
    /// The cards that can answer, the newest first; empty if the part belongs to no option that can be chosen.
    package let cards: [SharedCard]

    package init(id: Int, takesSeveral: Bool, cards: [SharedCard]) {
        self.id = id
        self.takesSeveral = takesSeveral
        self.cards = cards
    }
}

/// A choice between groups of parts.
package struct SharingSet: Sendable, Hashable {
    /// The groups that the wallet can answer, as numbers of parts, the organization's first wish first. Groups that would share the same of
    /// the same cards are listed once.
    package let options: [[Int]]
    /// False if the person may choose none.
    package let isRequired: Bool

    package init(options: [[Int]], isRequired: Bool) {
        self.options = options
        self.isRequired = isRequired
    }
}

/// The cards with which the person answers, by part. A part that is absent is not answered.
package struct SharingChoice: Sendable, Hashable {
    package var cards: [Int: [CardID]]

    package init(_ cards: [Int: [CardID]]) { self.cards = cards }
}

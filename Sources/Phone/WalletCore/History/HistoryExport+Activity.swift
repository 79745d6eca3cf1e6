// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension HistoryExport {
    /// One event.
    struct Activity: Encodable {
        private let number: Int64
        /// The true time (RFC 3339).
        private let at: String
        /// The event in the language of the file.
        private let text: String
        /// The raw values of kind and outcome.
        private let kind: String
        private let outcome: String?
        private let reason: String?
        private let isLogin: Bool?
        private let arrival: String?
        /// True for an event of an earlier version of the app, which kept less.
        private let isPartial: Bool?
        private let organization: Organization?
        private let cards: [Card]
        private let asked: [Asked]?
        private let warnings: [Warning]?
        private let refusedAddress: String?
        /// The number of the event that a report or a wish for deletion is about.
        private let about: Int64?
        private let contact: Contact?

        init(_ event: WalletEvent, _ texts: ExportedTexts, text: String) {
            self.text = text
            let sharing = event.sharing
            number = event.number
            at = texts.text(event.date)
            kind = event.kind.rawValue
            // A report is about an event with an outcome of its own.
            outcome = event.kind == .shared ? sharing?.outcome.rawValue : nil
            reason = sharing?.reason
            isLogin = sharing?.isLogin
            arrival = sharing?.arrival?.rawValue
            isPartial = sharing.flatMap { $0.isWhole ? nil : true }
            organization = sharing.flatMap { Organization($0, texts) }
            cards =
                if let sharing, event.kind == .shared {
                    sharing.cards.map { Card($0, texts) }
                } else {
                    [event.card].compactMap { $0 }.map { Card($0, texts) }
                }
            asked = sharing.map { $0.asked.map { Asked($0, texts) } }
            warnings = sharing.map { sharing in sharing.warnings.map { Warning($0, of: sharing, texts) } }
            refusedAddress = sharing?.refusedAddress
            about = event.about
            contact = event.contact.map(Contact.init)
        }
    }

    /// A card that took part, without its identifier.
    struct Card: Encodable {
        private let name: String?
        private let issuer: String?
        /// The names of the data that were shared.
        private let shared: [Name]?

        init(_ card: SharingEvent.Card, _ texts: ExportedTexts) {
            name = texts.text(card.name)
            issuer = texts.text(card.issuerName)
            shared = card.claims.map { Name($0, texts) }
        }

        init(_ card: EventCard, _ texts: ExportedTexts) {
            name = texts.text(card.name)
            issuer = texts.text(card.issuer.name)
            shared = nil
        }
    }

    /// The name of a piece of data: the label of the card, if there is one, and the path in the credential.
    struct Name: Encodable {
        private let name: String?
        private let path: [String]

        init(_ claim: AskedClaim, _ texts: ExportedTexts) {
            name = texts.text(claim.name)
            path = claim.path
        }
    }

    /// One part of a request.
    struct Asked: Encodable {
        /// The types of card of which any would do.
        private let types: [String]
        private let names: [Name]

        init(_ asked: AskedData, _ texts: ExportedTexts) {
            types = asked.types
            names = asked.claims.map { Name($0, texts) }
        }
    }

    /// A warning that the person saw.
    struct Warning: Encodable {
        private let kind: String
        private var names: [Name]?
        private var problem: String?
        /// The name of the card that it is about.
        private var card: String?

        init(_ warning: SharingWarning, of event: SharingEvent, _ texts: ExportedTexts) {
            func name(_ id: CardID) -> String? { event.cards.first { $0.id == id }.flatMap { texts.text($0.name) } }
            switch warning {
            case .overAsking(let claims):
                kind = "overAsking"
                names = claims.map { Name($0, texts) }
            case .unverifiedRegistration(let problem):
                kind = "unverifiedRegistration"
                self.problem = problem.rawValue
            case .noWebsiteHost: kind = "noWebsiteHost"
            case .statusUnknown(let id):
                kind = "statusUnknown"
                card = name(id)
            case .portrait(let id):
                kind = "portrait"
                card = name(id)
            }
        }
    }

    /// The body that the person turned to.
    struct Contact: Encodable {
        private let body: String
        private let way: String
        private let name: String?

        init(_ contact: EventContact) {
            body = contact.body.rawValue
            way = contact.way.rawValue
            name = contact.name
        }
    }
}

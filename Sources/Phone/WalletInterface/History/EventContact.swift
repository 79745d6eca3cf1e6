// SPDX-License-Identifier: EUPL-1.2

/// The body that the person turned to with a report or a wish for deletion. It has no address, and not what the person wrote.
package struct EventContact: Sendable, Hashable {
    /// The role of a body. The raw value is stored.
    package enum Body: String, Sendable, Hashable, CaseIterable {
        /// The authority that takes complaints about the organization.
        case supervisor
        /// The organization itself.
        case organization
        /// The issuer of the card.
        case issuer
        /// The help desk of the wallet.
        case helpDesk
    }

    /// The way to a body. The raw value is stored.
    package enum Way: String, Sendable, Hashable, CaseIterable {
        /// A page on the web.
        case page
        /// A mail.
        case mail
        /// A call.
        case phone
    }

    package let body: Body
    package let way: Way
    /// The body's name; nil if none is known.
    package let name: String?

    package init(body: Body, way: Way, name: String?) {
        self.body = body
        self.way = way
        self.name = name
    }
}

/// The subject of a report.
package enum ReportSubject: Sendable, Hashable {
    /// The organization or the issuer of an event, by its number (UC6.3/4).
    case event(Int64)
    /// The organization of the present session of sharing (UC5.1/8, UC5.2/8).
    case session
    /// The issuer of a card (UC7.2/5).
    case card(CardID)
}

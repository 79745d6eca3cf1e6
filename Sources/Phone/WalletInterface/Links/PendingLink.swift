// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The visible part of the pending link: enough for a decision on the link, without its content.
package struct PendingLink: Sendable, Hashable {
    /// The identity of one link, which ensures that the link shown is the link taken.
    package struct Ticket: Sendable, Hashable {
        /// A random name, unrelated to the link's content.
        package let name: String

        package init(name: String) { self.name = name }
    }

    package let ticket: Ticket
    package let kind: UniversalLinkKind
    /// The time of arrival, by the phone's wall clock.
    package let receivedAt: Date
    /// The time of expiry, by the phone's wall clock.
    package let expiresAt: Date
    /// True if this link replaced an earlier pending link.
    package let hasReplaced: Bool

    package init(ticket: Ticket, kind: UniversalLinkKind, receivedAt: Date, expiresAt: Date, hasReplaced: Bool) {
        self.ticket = ticket
        self.kind = kind
        self.receivedAt = receivedAt
        self.expiresAt = expiresAt
        self.hasReplaced = hasReplaced
    }
}

/// The result of receiving a link.
package enum LinkReception: Sendable, Hashable {
    case waits(PendingLink)
    /// The link is not a link of the wallet, or is an authentication redirect that no session awaits (PF2.7/1.2c); an earlier pending link
    /// stays.
    case invalid
}

// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What can be seen of the link that waits: enough to decide about it, and nothing of its content.
package struct PendingLink: Sendable, Hashable {
    /// Names this one link, so that what was shown is what is taken.
    package struct Ticket: Sendable, Hashable {
        /// Random; it says nothing of the link.
        package let name: String

        package init(name: String) { self.name = name }
    }

    /// Its name.
    package let ticket: Ticket
    /// What it is for.
    package let kind: UniversalLinkKind
    /// When it came, by the phone's clock.
    package let receivedAt: Date
    /// From when on it is gone, by the phone's clock.
    package let expiresAt: Date
    /// It took the place of a link that still waited.
    package let hasReplaced: Bool

    package init(ticket: Ticket, kind: UniversalLinkKind, receivedAt: Date, expiresAt: Date, hasReplaced: Bool) {
        self.ticket = ticket
        self.kind = kind
        self.receivedAt = receivedAt
        self.expiresAt = expiresAt
        self.hasReplaced = hasReplaced
    }
}

/// What happened to a link that was received.
package enum LinkReception: Sendable, Hashable {
    /// It waits in the slot.
    case waits(PendingLink)
    /// It is none of ours, or an authentication redirect that nobody awaits (PF2.7/1.2c); what waited before still does.
    case invalid
}

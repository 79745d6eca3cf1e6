// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The one place where a link waits until the wallet can act on it (threat T-U3). It survives the process.
///
/// The newest link wins. How long a link waits is configured, five minutes by default: long enough to unlock, also after a slip of the finger
/// and a short wait; short enough that users still know what they tapped. By then nothing that it holds is left on the phone.
struct LinkSlot: Sendable {
    let store: SealedStore
    /// Of the configuration in force: a link that waited while it changed must still be one of ours.
    let patterns: [UniversalLinkPattern]
    /// How long a link waits, in seconds.
    let lifetime: TimeInterval

    /// A waiting link with what can be seen of it.
    struct Content: Sendable, Equatable {
        let visible: PendingLink
        let link: UniversalLink
    }

    // MARK: Decisions

    /// What the slot holds at that time; nil when nothing, or nothing that counts any more.
    static func content(
        of stored: StoredLink, at now: Date, by patterns: [UniversalLinkPattern], lifetime: TimeInterval
    ) -> Content? {
        // Before its time is after its time: a clock that was put back must not keep links alive.
        guard (0..<lifetime).contains(now.timeIntervalSince(stored.receivedAt)),
            let link = stored.text.withText({ UniversalLink(recognising: $0, by: patterns) }), link.kind.rawValue == stored.kind
        else { return nil }
        return Content(
            visible: PendingLink(
                ticket: PendingLink.Ticket(name: stored.ticket), kind: link.kind, receivedAt: stored.receivedAt,
                expiresAt: stored.receivedAt.addingTimeInterval(lifetime), hasReplaced: stored.hasReplaced),
            link: link)
    }

    /// What the slot holds after a link came. The same link again is not a new one, but its time begins anew.
    static func record(of link: UniversalLink, after content: Content?, at now: Date, ticket: String) -> StoredLink {
        let isSame = content?.link == link
        return StoredLink(
            ticket: isSame ? content?.visible.ticket.name ?? ticket : ticket, text: link.text, kind: link.kind.rawValue, receivedAt: now,
            hasReplaced: isSame ? content?.visible.hasReplaced ?? false : content != nil)
    }

    // MARK: The store

    /// What waits. What does not count any more is removed; when that fails, it is at the next look.
    ///
    /// - Throws: a store error.
    func content(at now: Date) throws(WalletCoreError) -> Content? {
        guard let stored = try store.value(.pendingLink) else { return nil }
        if let content = Self.content(of: stored, at: now, by: patterns, lifetime: lifetime) { return content }
        try? clear()
        return nil
    }

    /// Puts a link into the slot.
    ///
    /// - Parameter ticket: a name that no other link has.
    /// - Throws: a store error; what waited before still does.
    func put(_ link: UniversalLink, at now: Date, ticket: String) throws(WalletCoreError) -> PendingLink {
        let record = Self.record(of: link, after: try content(at: now), at: now, ticket: ticket)
        try store.change { changes throws(WalletCoreError) in try changes.set(.pendingLink, to: record) }
        guard let content = Self.content(of: record, at: now, by: patterns, lifetime: lifetime) else {
            throw WalletCoreError(.unexpected, "a link that was recognised is not recognised")
        }
        return content.visible
    }

    /// Empties the slot.
    ///
    /// - Throws: a store error.
    func clear() throws(WalletCoreError) {
        try store.change { $0.remove(.pendingLink) }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The loaded part of a history (UC6.1, UC6.2): its newest events, without a gap.
struct ActivityList: Sendable, Equatable {
    /// The number of events read at first, and at each request for older ones.
    static let portion = 50

    /// The events, newest first.
    private(set) var events: [WalletEvent] = []
    /// True if events could not be read.
    private(set) var areSomeUnreadable = false
    /// True if there are older events than those loaded.
    private(set) var hasOlder = false

    /// Reads the newest events.
    ///
    /// - Parameter card: the card whose history it is; nil for that of the wallet.
    static func newest(of card: CardID?, _ context: FlowContext) async throws -> ActivityList {
        var list = ActivityList()
        try await list.addOlder(of: card, context)
        return list
    }

    /// Adds the next older events (1.1c).
    mutating func addOlder(of card: CardID?, _ context: FlowContext) async throws {
        let before = events.last?.number
        let page = try await context.whenUnlocked { try await $0.events(of: card, before: before, limit: Self.portion) }
        let older = try await Self.older(than: page, of: card, context)
        events += page.readable
        areSomeUnreadable = areSomeUnreadable || older.areSomeUnreadable || page.unreadableCount > 0
        hasOlder = older.exist
    }

    /// Reads the newest events again, which may have come or changed since. Older ones that were loaded stay, unless there would be a gap.
    mutating func update(of card: CardID?, _ context: FlowContext) async throws {
        let page = try await context.whenUnlocked { try await $0.events(of: card, before: nil, limit: Self.portion) }
        let next = try await Self.older(than: page, of: card, context)
        let areSomeUnreadable = page.unreadableCount > 0 || next.areSomeUnreadable
        guard let newest = events.first, let oldest = page.last, next.exist, oldest.number <= newest.number else {
            (events, self.areSomeUnreadable, hasOlder) = (page.readable, areSomeUnreadable, next.exist)
            return
        }
        let older = events.filter { $0.number < oldest.number }
        // Without older loaded events the page's own end decides; with them, what was known of theirs.
        if older.isEmpty { hasOlder = next.exist }
        events = page.readable + older
        self.areSomeUnreadable = self.areSomeUnreadable || areSomeUnreadable
    }

    /// Removes an event that no longer exists.
    mutating func remove(_ number: Int64) { events.removeAll { $0.number == number } }

    /// Looks whether an older event follows a full page, and whether all that follow it are unreadable.
    private static func older(
        than page: WalletEvents, of card: CardID?, _ context: FlowContext
    ) async throws -> (exist: Bool, areSomeUnreadable: Bool) {
        guard page.count == portion, let oldest = page.last?.number else { return (false, false) }
        let next = try await context.whenUnlocked { try await $0.events(of: card, before: oldest, limit: 1) }
        return (!next.isEmpty, next.isEmpty && next.unreadableCount > 0)
    }
}

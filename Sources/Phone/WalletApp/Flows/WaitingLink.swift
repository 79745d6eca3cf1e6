// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// link: the view of the link that waits for the unlock, on the lock screen.
struct WaitingLink {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.traceBesideLayers(of: "link")
    }

    /// 1: returns the pending link to show; nil if there is none.
    ///
    /// - Throws: a store error.
    func look() async throws -> PendingLink? {
        let link = try await context.wallet.pendingLink()
        if link != nil { trace("1") }
        return link
    }

    /// Waits until the lock screen must change: another link has arrived, or the present link has expired.
    ///
    /// - Parameters:
    ///   - link: the link shown; nil if there is none.
    ///   - arrivals: the number of links that had arrived when `link` was read.
    func changed(_ link: PendingLink?, since arrivals: Int) async throws {
        guard let link else {
            _ = try await context.supervision.links.arrivals.next(otherThan: arrivals)
            return
        }
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await context.supervision.links.arrivals.next(otherThan: arrivals) }
            group.addTask {
                try await context.sleep(link.expiresAt)
                trace("1b")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Discards the link (1a).
    func discard(_ ticket: PendingLink.Ticket) async throws {
        try await context.wallet.discardPendingLink(ticket)
    }
}

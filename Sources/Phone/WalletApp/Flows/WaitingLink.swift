// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// link: what the lock shows of the link that waits for the unlock.
struct WaitingLink {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.traceBesideLayers(of: "link")
    }

    /// 1: the link that waits, to be shown; nil when there is none.
    ///
    /// - Throws: a store error.
    func look() async throws -> PendingLink? {
        let link = try await context.wallet.pendingLink()
        if link != nil { trace("1") }
        return link
    }

    /// Waits until the lock has something else to show: another link has come, or the time of this one is over.
    ///
    /// - Parameters:
    ///   - link: what is shown; nil when no link is.
    ///   - arrivals: the number of links that had come before it was looked at.
    func changed(_ link: PendingLink?, since arrivals: Int) async throws {
        guard let link else {
            _ = try await context.supervision.linkArrivals.next(otherThan: arrivals)
            return
        }
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await context.supervision.linkArrivals.next(otherThan: arrivals) }
            group.addTask {
                try await context.sleep(link.expiresAt)
                trace("1b")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// 1a: the user does not want it.
    func discard(_ ticket: PendingLink.Ticket) async throws {
        try await context.wallet.discardPendingLink(ticket)
    }
}

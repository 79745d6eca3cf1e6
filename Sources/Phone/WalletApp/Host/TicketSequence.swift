// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The source of tickets. No ticket is given out twice, so an answer reaches only the presentation that it was given on.
///
/// Hosts that are shown on the same glass one after another share a sequence, so an answer meant for an earlier process of the app does not
/// match a ticket of a later process.
package final class TicketSequence: Sendable {
    private let last = Mutex(0)

    package init() {}

    /// Takes the next ticket: 1, 2, 3 and so on.
    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

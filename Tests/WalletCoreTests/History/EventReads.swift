// SPDX-License-Identifier: EUPL-1.2

import GRDB
import Synchronization

@testable import WalletCore

/// Counts the rows of events that are read.
final class EventReads: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}

extension HistoryStage {
    /// Counts the rows of events that are read from now on.
    func countReads() async throws -> EventReads {
        let reads = EventReads()
        try await core.store().database.writeWithoutTransaction { database in
            database.trace { if case .statement(let statement) = $0, statement.sql.contains("FROM event ") { reads.add() } }
        }
        return reads
    }
}

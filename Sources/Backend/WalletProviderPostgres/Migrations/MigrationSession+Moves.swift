// SPDX-License-Identifier: EUPL-1.2

import PostgresClient

extension MigrationSession {
    /// The key of the advisory lock of a move: "wallet", and "m".
    private static let moveLock: Int64 = 0x77_616C_6C65_746D

    /// Returns true while a move of accounts into the database is not complete.
    func isReceivingMove() throws(PostgresError) -> Bool { try hasTable(MovedRows.mark) }

    /// Lets only this session move accounts until it ends, and limits the time for which it waits for a lock. Once it has the lock, no
    /// commit of an earlier move is under way, because the server ends a session, and frees its lock, only after its commit.
    func lockMoves() throws(PostgresError) {
        try run("SET lock_timeout = \(Self.lockTimeLimit); SELECT pg_advisory_lock(\(Self.moveLock))")
    }

    /// Begins a transaction in which no other session reads or changes accounts.
    func begin() throws(PostgresError) {
        try run("BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE")
    }
}

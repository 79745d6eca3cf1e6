// SPDX-License-Identifier: EUPL-1.2

import GRDBSQLite
import Synchronization

/// Counts the statements of every SQLite connection in this process. SQLite itself reports them, so the store needs no hook.
enum SQLiteTrace {
    private static let statements = Atomic(0)
    private static let commits = Atomic(0)

    static var count: StatementCount {
        StatementCount(statements: statements.load(ordering: .relaxed), commits: commits.load(ordering: .relaxed))
    }

    /// Starts counting; idempotent.
    static func start() {
        typealias EntryPoint =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
            ) -> CInt
        let entryPoint: EntryPoint = { connection, _, _ in
            unsafe sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_STMT), SQLiteTrace.callback, nil)
        }
        _ = unsafe sqlite3_auto_extension(unsafeBitCast(entryPoint, to: (@convention(c) () -> Void).self))
    }

    private static let callback:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt =
            { _, _, statement, _ in
                guard let text = unsafe sqlite3_sql(OpaquePointer(statement)) else { return 0 }
                switch unsafe String(cString: text).prefix(6).uppercased() {
                // Reads begin a DEFERRED transaction, writes begin an IMMEDIATE transaction.
                case "BEGIN " where unsafe String(cString: text).contains("IMMEDIATE"): commits.add(1, ordering: .relaxed)
                case "BEGIN ", "COMMIT", "ROLLBA": break
                default: statements.add(1, ordering: .relaxed)
                }
                return 0
            }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletProvider
import WalletProviderSQLite

/// A source whose move ends at a moment without any clean-up, as after a kill: the server ends the session and rolls back.
struct KilledMove: AccountMoveSource {
    struct Kill: Error, Hashable {}

    enum Moment: CaseIterable, Sendable {
        /// After two pages of the table `attestation`.
        case copying
        /// Before the transaction that puts the copies in place.
        case copied
        /// Before the source is marked.
        case compared
        /// Before the commit.
        case marked
    }

    let source: SQLiteAccountStore
    let moment: Moment

    func moveMark() throws -> AccountMoveMark? { try source.moveMark() }

    func withRows<Value>(_ body: (any AccountRowSource) throws -> Value) throws -> Value { try source.withRows(body) }

    func retire(_ body: (any AccountRowSource) throws -> AccountMoveMark) throws {
        try source.retire { rows in
            let mark = try body(Rows(rows: rows, moment: moment))
            if moment == .compared { throw Kill() }
            return mark
        }
        throw Kill()
    }

    func removeMoveMark() throws { try source.removeMoveMark() }

    private struct Rows: AccountRowSource {
        let rows: any AccountRowSource
        let moment: Moment

        func columns(of table: AccountTable) throws -> [String] { try rows.columns(of: table) }

        func count(of table: AccountTable) throws -> Int64 { try rows.count(of: table) }

        func pages(of table: AccountTable, size: Int, _ body: (_ page: AccountRowPage) throws -> Void) throws {
            var count = 0
            try rows.pages(of: table, size: size) { page in
                if moment == .copying, table == .attestation, count == 2 { throw Kill() }
                try body(page)
                count += 1
            }
            if moment == .copied, table == AccountTable.allCases.last { throw Kill() }
        }

        func lastAuditRecord() throws -> AuditRecord? { try rows.lastAuditRecord() }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// All rows of an account database, for moving them to a second database. No program changes the database while they are read.
package protocol AccountRowSource {
    /// Returns the names of a table's columns.
    func columns(of table: AccountTable) throws -> [String]

    /// Returns the number of a table's rows.
    func count(of table: AccountTable) throws -> Int64

    /// Reads all rows of a table. Byte strings are text: `\x` and two hexadecimal digits a byte.
    ///
    /// - Parameter body: receives up to `size` rows as a JSON array of objects, a member for each column.
    func pages(of table: AccountTable, size: Int, _ body: (_ rows: String) throws -> Void) throws

    /// Returns the last record of the audit log; nil if it is empty.
    func lastAuditRecord() throws -> AuditRecord?
}

/// A table of every account database, in the order in which rows may be inserted.
package enum AccountTable: String, Sendable, CaseIterable {
    case account
    case message
    case walletKey = "wallet_key"
    case attestation
    case statusList = "status_list"
    case wrongPIN = "wrong_pin"
    case solution
    case audit
}

/// A move of accounts that did not take place. The reason is a sentence for the operator.
package typealias AccountMoveError = CodedError<AccountMoveErrorCode>

/// The kinds of ``AccountMoveError``. After each of them nothing was changed.
package enum AccountMoveErrorCode: String, ErrorCode {
    /// The target has rows already.
    case targetNotEmpty
    /// A command changed the source between the check of its audit log and the move.
    case sourceChanged
    /// Source and target do not have the same columns.
    case differentColumns
    /// The target does not have as many rows as the source.
    case differentCounts

    /// Returns the reason alone, because it is a sentence.
    package func message(_ reason: String) -> String { reason }
}

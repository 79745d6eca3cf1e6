// SPDX-License-Identifier: EUPL-1.2

/// All rows of an account database, for moving them to a second database. No program changes the database while they are read.
package protocol AccountRowSource {
    /// Returns the names of a table's columns.
    func columns(of table: AccountTable) throws -> [String]

    /// Returns the number of a table's rows.
    func count(of table: AccountTable) throws -> Int64

    /// Reads all rows of a table, in the order of `AccountTable.key`.
    ///
    /// - Parameter body: receives up to `size` rows.
    func pages(of table: AccountTable, size: Int, _ body: (_ page: AccountRowPage) throws -> Void) throws

    /// Returns the last record of the audit log; nil if it is empty.
    func lastAuditRecord() throws -> AuditRecord?
}

/// Consecutive rows of a table.
package struct AccountRowPage: Sendable, Hashable {
    /// A JSON array of objects, a member for each column. Byte strings are text: `\x` and two hexadecimal digits a byte.
    package let json: String
    /// The rows as text that is the same in every database: the values in the order of their columns' names, separated by a space. A value
    /// is the lower-case hexadecimal form of its bytes, or of its text in UTF-8 (a truth value is 0 or 1), or `-` for `NULL`.
    package let lines: [String]

    package init(json: String, lines: [String]) {
        self.json = json
        self.lines = lines
    }
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

    /// The columns of the primary key.
    package var key: [String] {
        switch self {
        case .account: ["wallet_id"]
        case .message: ["wallet_id", "seq"]
        case .walletKey: ["wallet_id", "key_id"]
        case .attestation: ["list", "entry"]
        case .statusList, .audit: ["number"]
        case .wrongPIN: ["wallet_id", "day"]
        case .solution: ["id"]
        }
    }
}

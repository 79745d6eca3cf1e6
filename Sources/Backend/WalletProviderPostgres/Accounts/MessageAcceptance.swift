// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import ProviderProtocol
import WalletProvider

/// The acceptance conditions shared by all messages, as SQL over a row of `account`.
///
/// All statements number their parameters alike: $1 wallet, $2 sequence number, $3 counter or `NULL`, $4 hash of the request.
enum MessageAcceptance {
    static let parameters: [PostgresType] = [.text, .integer, .integer, .bytes]

    /// The account and its solution are active. Revoking the solution locks the accounts, so the result is current; see `Schema`.
    static let isActive = "state = 'active' AND NOT EXISTS (SELECT FROM solution)"

    /// The account is not deregistered.
    static let isKnown = "state <> 'deregistered'"

    /// The sequence number and the counter exceed all earlier values.
    static let isNewer = "seq < $2 AND ($3 IS NULL OR assertion_counter < $3)"

    /// The columns stored for every accepted message.
    static let taken = [("seq", "$2"), ("assertion_counter", "coalesce($3, assertion_counter)"), ("is_used", "true")]

    static func values(_ message: MessageIdentity) -> [PostgresValue] {
        [
            .text(message.walletID.text), .integer(message.sequenceNumber), message.assertionCounter.map { .integer(Int64($0)) } ?? .null,
            .bytes(message.requestHash),
        ]
    }

    /// A duration that can be added to a time without overflow; capped at 140,000 years.
    static func length(_ milliseconds: Int64) -> PostgresValue { .integer(min(max(milliseconds, -1 << 52), 1 << 52)) }
}

/// An assignment list of column names and values.
extension [(String, String)] {
    /// The SQL text after SET. If a column has several assignments, the last assignment is kept.
    var assignments: String {
        var list: [(column: String, value: String)] = []
        for (column, value) in self {
            list.removeAll { $0.column == column }
            list.append((column, value))
        }
        return list.map { "\($0.column) = \($0.value)" }.joined(separator: ", ")
    }
}

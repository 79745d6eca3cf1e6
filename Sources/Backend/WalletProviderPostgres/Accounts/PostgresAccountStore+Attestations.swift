// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore {
    /// Runs one statement that locks the account and calls a function, which tries the candidates in order; see `Schema`.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        let values =
            MessageAcceptance.values(request.message) + [
                MessageAcceptance.length(request.lifetime), .integers(request.candidates), .integer(Int64(AttestationStatuses.tries)),
                .integer(request.maximum),
            ]
        guard let row = try await execute(Self.taking, values).first else { return .unfit }
        return try reading {
            switch try row.value("taken") {
            case .null: return .noneFree
            case .integers(let taken) where taken.isEmpty: return .tooMany
            case .integers(let taken) where taken.count == 2: return .taken(AttestationStatusEntry(list: taken[0], entry: taken[1]))
            default: throw AccountStoreError.unreadable
            }
        }
    }

    /// Runs one SELECT by primary keys. The revocation of a wallet is stored only in its account.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        guard let row = try await execute(Self.listingStatuses, [.integer(number)]).first else { return nil }
        return try reading {
            guard case .integers(let revoked) = try row.value("revoked") else { throw AccountStoreError.unreadable }
            return AttestationStatuses(
                size: try row.integer("size"), revoked: revoked, isSolutionRevoked: try row.boolean("is_over"))
        }
    }

    /// Safe to repeat: an entry taken by a lost call is pending, and the next call returns it.
    private static let taking = PostgresStatement(
        "take-status-entry", repetition: .harmless, parameters: MessageAcceptance.parameters + [.integer, .integers, .integer, .integer],
        """
        WITH accepting AS (
            UPDATE account SET seq = $2 - 1
            WHERE wallet_id = $1 AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
            RETURNING wallet_id
        )
        SELECT take_pending_entry(wallet_id, $5, $6, $7, $8) AS taken FROM accepting
        """)

    private static let listingStatuses = PostgresStatement(
        "statuses", repetition: .harmless, parameters: [.integer],
        """
        SELECT size, solution.is_over, ARRAY(
            SELECT entry FROM attestation LEFT JOIN account USING (wallet_id)
            WHERE list = $1 AND account.state IS DISTINCT FROM 'active' AND NOT solution.is_over
        ) AS revoked
        FROM status_list CROSS JOIN (SELECT EXISTS (SELECT FROM solution) AS is_over) AS solution
        WHERE number = $1
        """)
}

// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore {
    /// One call of a function, which tries one candidate after the other; see `Schema`.
    package func takeStatusEntry(
        for walletID: WalletID, lifetime: Int64, candidates: [Int64]
    ) async throws(AccountStoreError) -> AttestationStatusEntry? {
        let values: [PostgresValue] = [
            .text(walletID.text), Fitting.length(lifetime), .integers(candidates), .integer(Int64(AttestationStatuses.tries)),
        ]
        guard let row = try await execute(Self.taking, values).first else { throw .unreadable }
        return try reading {
            switch try row.value("taken") {
            case .null: return nil
            case .integers(let taken) where taken.count == 2: return AttestationStatusEntry(list: taken[0], entry: taken[1])
            default: throw AccountStoreError.unreadable
            }
        }
    }

    /// One SELECT by the primary keys: whether a wallet is revoked stands in its account alone.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        guard let row = try await execute(Self.listingStatuses, [.integer(number)]).first else { return nil }
        return try reading {
            guard case .integers(let revoked) = try row.value("revoked") else { throw AccountStoreError.unreadable }
            return AttestationStatuses(
                size: try row.integer("size"), revoked: revoked, isSolutionRevoked: try row.boolean("is_over"))
        }
    }

    /// Taking another entry when it is not known whether one was taken costs nothing but an entry.
    private static let taking = PostgresStatement(
        "take-status-entry", repetition: .harmless, parameters: [.text, .integer, .integers, .integer],
        "SELECT take_status_entry($1, $2, $3, $4) AS taken")

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

// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// Runs INSERTs that do nothing if the entry is taken, in one transaction with the checks.
    package func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        let walletID = request.message.walletID
        return try await writing { database, now in
            try database.perform(
                sql: """
                    UPDATE account SET seq = :seq - 1
                    WHERE wallet_id = :wallet AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
                    """,
                arguments: request.message.arguments)
            guard database.changesCount == 1 else { return .unfit }
            let end = now.advanced(byMilliseconds: request.lifetime).milliseconds
            let pending = try database.row(
                sql: "UPDATE attestation SET expires_at = ? WHERE wallet_id = ? AND is_pending = 1 RETURNING list, entry",
                arguments: [end, walletID.text])
            if let pending {
                return .taken(
                    AttestationStatusEntry(list: try pending.value(Int64.self, "list"), entry: try pending.value(Int64.self, "entry")))
            }
            let live = try database.row(
                sql: "SELECT count(*) AS live FROM attestation WHERE wallet_id = ? AND expires_at > ?",
                arguments: [walletID.text, now.milliseconds])
            guard try live?.value(Int64.self, "live") ?? 0 < request.maximum else { return .tooMany }
            var list = try Self.newestList(in: database)
            for (index, candidate) in request.candidates.enumerated() {
                if index == AttestationStatuses.tries {
                    try database.perform(
                        sql: "INSERT INTO status_list (number, size) VALUES (?, ?)", arguments: [list.number + 1, list.size])
                    list.number += 1
                }
                let entry = AttestationStatusEntry(list: list.number, entry: candidate % list.size)
                try database.perform(
                    sql: """
                        INSERT INTO attestation (list, entry, wallet_id, expires_at, is_pending) VALUES (?, ?, ?, ?, 1)
                            ON CONFLICT (list, entry) DO NOTHING
                        """,
                    arguments: [entry.list, entry.entry, walletID.text, end])
                if database.changesCount == 1 { return .taken(entry) }
            }
            return .noneFree
        }
    }

    private static func newestList(in database: Database) throws -> (number: Int64, size: Int64) {
        guard let row = try database.row(sql: "SELECT number, size FROM status_list ORDER BY number DESC LIMIT 1") else {
            throw Row.damaged
        }
        return (try row.value(Int64.self, "number"), try row.value(Int64.self, "size"))
    }

    /// Runs SELECTs by primary keys. The revocation of a wallet is stored only in its account.
    package func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await reading { database, _ in
            guard let list = try database.row(sql: "SELECT size FROM status_list WHERE number = ?", arguments: [number]) else {
                return nil
            }
            let isOver = try database.row(sql: "SELECT id FROM solution") != nil
            let revoked =
                isOver
                ? []
                : try database.rows(
                    sql: """
                        SELECT entry FROM attestation LEFT JOIN account ON account.wallet_id = attestation.wallet_id
                        WHERE list = ? AND account.state IS NOT 'active'
                        """,
                    arguments: [number])
            return AttestationStatuses(
                size: try list.value(Int64.self, "size"), revoked: try revoked.map { try $0.value(Int64.self, "entry") },
                isSolutionRevoked: isOver)
        }
    }

    /// Removes expired entries and empty lists. Keeps the newest list, so that no number is reused.
    static func removeExpiredAttestations(in database: Database, now: Timestamp) throws {
        try database.perform(sql: "DELETE FROM attestation WHERE expires_at <= ?", arguments: [now.milliseconds])
        try database.perform(
            sql: """
                DELETE FROM status_list WHERE number < (SELECT max(number) FROM status_list)
                    AND NOT EXISTS (SELECT 1 FROM attestation WHERE list = number)
                """)
    }
}

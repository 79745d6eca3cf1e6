// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore {
    /// Runs one SELECT by index.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        guard let row = try await execute(Self.findingByMark, [.bytes(mark)]).first else { return nil }
        return try reading { try WalletID(parsing: row.text("wallet_id")) }
    }

    /// Runs an UPDATE that keeps an earlier revocation; the same statement removes the keys.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        let values: [PostgresValue] = [.text(walletID.text), .text(reason.rawValue)] + KeyChange().values
        try await commitOutcome(of: walletID)
        guard let row = try await execute(Self.revoking, values).first else { return nil }
        return try reading { try Revocation(row) }
    }

    /// Runs one SELECT by index.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await heldWallets(Self.listingHeld, mark)
    }

    /// Runs one function. A trigger covers wallets that disclose the code later; see `Schema`.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await heldWallets(Self.revokingHeld, mark)
    }

    private func heldWallets(_ statement: PostgresStatement, _ mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        let rows = try await execute(statement, [.bytes(mark)])
        return try reading {
            try rows.map { row in
                HeldWallet(
                    walletID: try WalletID(parsing: row.text("wallet_id")),
                    revocation: try row.text("state") == "revoked" ? try Revocation(row) : nil)
            }
        }
    }

    /// Stores one row that covers all present and future wallets; see `Schema` for the function.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        guard let revocation = try Self.solutionRevocation(await execute(Self.revokingSolution), by: self) else { throw .unreadable }
        return revocation
    }

    /// Runs one SELECT.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try Self.solutionRevocation(await execute(Self.findingSolution), by: self)
    }

    private static func solutionRevocation(_ rows: [PostgresRow], by store: Self) throws(AccountStoreError) -> Revocation? {
        guard let row = rows.first else { return nil }
        return try store.reading {
            Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: try row.integer("revoked_at")))
        }
    }

    private static let findingByMark = PostgresStatement(
        "by-mark", repetition: .harmless, parameters: [.bytes],
        "SELECT wallet_id FROM account WHERE revocation_code_mark = $1 AND \(MessageAcceptance.isKnown)")

    private static let revoking = PostgresStatement(
        "revoke", repetition: .harmless, parameters: [.text, .text] + ChangeKind.parameters.dropFirst(2),
        """
        WITH revoked AS (
            UPDATE account SET state = 'revoked', ended_at = coalesce(ended_at, wallet_now()),
                revocation_reason = CASE state WHEN 'active' THEN $2 ELSE revocation_reason END
            WHERE wallet_id = $1 AND \(MessageAcceptance.isKnown)
            RETURNING wallet_id, revocation_reason, ended_at
        )
        SELECT revocation_reason, ended_at, change_wallet_keys(wallet_id, $3, $4, $5, $6, $7, $8) FROM revoked
        """)

    private static let listingHeld = PostgresStatement(
        "held", repetition: .harmless, parameters: [.bytes],
        """
        SELECT wallet_id, state, revocation_reason, ended_at FROM account
        WHERE recovery_code_mark = $1 AND \(MessageAcceptance.isKnown) ORDER BY wallet_id
        """)

    private static let revokingHeld = PostgresStatement(
        "revoke-held", repetition: .harmless, parameters: [.bytes],
        "SELECT wallet_id, state, revocation_reason, ended_at FROM revoke_holder($1)")

    private static let revokingSolution = PostgresStatement(
        "revoke-solution", repetition: .harmless, "SELECT revoke_solution() AS revoked_at")

    private static let findingSolution = PostgresStatement(
        "solution", repetition: .harmless, "SELECT revoked_at FROM solution")
}

// SPDX-License-Identifier: EUPL-1.2

package import WalletProvider

extension PostgresAccountStore {
    /// Reserves the attempt as `reserveAttempt` does, with further conditions. If the outcome is unknown, there is no retry.
    package func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await commitOutcome(beforeAttemptOf: message.walletID)
        let values =
            MessageAcceptance.values(message) + [
                .integer(pin.version), .integer(Int64(policy.attemptsPerRound)), .integer(Int64(policy.maximumAttempts)),
                .integers(policy.waitsInMilliseconds), .bytes(pin.sealedKey), floor.map { .integer($0.sequenceNumber) } ?? .null,
                floor.map { .boolean($0.hasRecoveryCode) } ?? .null,
            ]
        guard let row = try await execute(Self.reservingKnown, values).first else { return nil }
        return try reading {
            guard let attempt = Int(exactly: try row.integer("attempts")), let wrongPINs = Int(exactly: try row.integer("wrong_pins"))
            else { throw AccountStoreError.unreadable }
            return KnownReservation(attempt: attempt, wrongPINs: wrongPINs)
        }
    }

    /// Sets the waiting period as `reserve` does.
    private static let reservingKnown = PostgresStatement(
        "reserve-known", repetition: .forbidden,
        parameters: MessageAcceptance.parameters + [.integer, .integer, .integer, .integers, .bytes, .integer, .boolean],
        """
        WITH reserved AS (
            UPDATE account SET \((MessageAcceptance.taken + [
                ("attempts", "attempts + 1"), ("attempt_seq", "$2"),
                ("wait_until", "CASE WHEN (attempts + 1) % $6 = 0 THEN wallet_now() + ($8)[(attempts + 1) / $6] END"),
            ]).assignments)
            WHERE wallet_id = $1 AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
                AND attempts < $7 AND (wait_until IS NULL OR wait_until <= wallet_now()) AND pin_version = $5
                AND sealed_pin_key = $9 AND new_sealed_pin_key IS NULL AND is_used
                AND ($10 IS NULL OR seq >= $10 AND (recovery_code_mark IS NOT NULL) = $11)
            RETURNING wallet_id, attempts
        ), recorded AS (
            INSERT INTO message (wallet_id, seq, request_hash, recorded_at) SELECT wallet_id, $2, $4, wallet_now() FROM reserved
        )
        SELECT attempts, (
            SELECT coalesce(sum(count), 0)::bigint FROM wrong_pin
            WHERE wrong_pin.wallet_id = $1 AND day > (SELECT wallet_now() / \(WrongPINWindow.day) - \(WrongPINWindow.days))
        ) AS wrong_pins
        FROM reserved
        """)
}

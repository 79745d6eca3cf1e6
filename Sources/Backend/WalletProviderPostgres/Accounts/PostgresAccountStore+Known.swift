// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import WalletProvider

extension PostgresAccountStore {
    /// Reserves the attempt as `reserveAttempt` does, with further conditions. If the outcome is unknown, there is no retry.
    package func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await commitOutcome(beforeAttemptOf: message.walletID)
        let values: [PostgresValue] =
            Self.reservationValues(message, version: pin.version, policy) + [
                .bytes(pin.sealedKey), floor.map { .integer($0.sequenceNumber) } ?? .null,
                floor.map { .boolean($0.hasRecoveryCode) } ?? .null,
            ]
        guard let row = try await execute(Self.reservingKnown, values).first else { return nil }
        return try reading {
            guard let attempt = Int(exactly: try row.integer("attempts")), let wrongPINs = Int(exactly: try row.integer("wrong_pins"))
            else { throw AccountStoreError.unreadable }
            return KnownReservation(attempt: attempt, wrongPINs: wrongPINs)
        }
    }

    private static let reservingKnown = PostgresStatement(
        "reserve-known", repetition: .forbidden, parameters: reservationParameters + [.bytes, .integer, .boolean],
        """
        \(reservation(if: isAsKnown))
        SELECT attempts, (
            SELECT coalesce(sum(count), 0)::bigint FROM wrong_pin
            WHERE wrong_pin.wallet_id = $1 AND day > (SELECT wallet_now() / \(WrongPINWindow.day) - \(WrongPINWindow.days))
        ) AS wrong_pins
        FROM reserved
        """)

    /// The account is used, its PIN is the known one without a pending change, and it agrees with the witness.
    private static let isAsKnown = """
        sealed_pin_key = $9 AND new_sealed_pin_key IS NULL AND is_used
            AND ($10 IS NULL OR seq >= $10 AND (recovery_code_mark IS NOT NULL) = $11)
        """
}

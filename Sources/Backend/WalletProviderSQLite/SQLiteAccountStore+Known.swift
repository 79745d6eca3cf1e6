// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import WalletProvider

extension SQLiteAccountStore {
    /// Reserves the attempt as `reserveAttempt` does, with further conditions. An earlier outcome that is not committed yet comes first in
    /// the queue of writes.
    package func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await writing { database, now in
            let row = try database.row(
                sql: Self.reservingKnown,
                arguments: Self.arguments(of: message, version: pin.version, policy, at: now) + [
                    pin.sealedKey.blob, floor?.sequenceNumber, floor?.hasRecoveryCode, WrongPINWindow.day(of: now) - WrongPINWindow.days,
                ])
            guard let row else { return nil }
            guard let attempt = Int(exactly: try row.value(Int64.self, "attempts")),
                let wrongPINs = Int(exactly: try row.value(Int64.self, "wrong_pins"))
            else { throw Row.damaged }
            try record(message, answer: nil, now: now, in: database)
            return KnownReservation(attempt: attempt, wrongPINs: wrongPINs)
        }
    }

    /// After those of `reserving`, its arguments are `:key`, `:floor`, `:coded` and `:day`.
    static let reservingKnown = """
        \(reserving) AND sealed_pin_key = :key AND new_sealed_pin_key IS NULL AND is_used = 1
            AND (:floor IS NULL OR seq >= :floor AND (recovery_code_mark IS NOT NULL) = :coded)
        RETURNING attempts,
            (SELECT coalesce(sum(count), 0) FROM wrong_pin WHERE wrong_pin.wallet_id = :wallet AND day > :day) AS wrong_pins
        """
}

// SPDX-License-Identifier: EUPL-1.2

/// An attempt that `AccountStore.reserveKnown` has reserved.
package struct KnownReservation: Sendable, Hashable {
    /// The number of the attempt, from 1 to the policy's maximum.
    package let attempt: Int
    /// The number of wrong PINs within `WrongPINWindow`, as `Account.wrongPINs`.
    package let wrongPINs: Int

    package init(attempt: Int, wrongPINs: Int) {
        self.attempt = attempt
        self.wrongPINs = wrongPINs
    }
}

/// The lowest state of an account that agrees with the witness, so that a database restored from an older backup reserves nothing
/// (threat T-R5).
package struct WitnessFloor: Sendable, Hashable {
    /// The account's sequence number is this number or higher.
    package let sequenceNumber: Int64
    /// True if the account has a recovery code, false if it has none.
    package let hasRecoveryCode: Bool

    package init(sequenceNumber: Int64, hasRecoveryCode: Bool) {
        self.sequenceNumber = sequenceNumber
        self.hasRecoveryCode = hasRecoveryCode
    }
}

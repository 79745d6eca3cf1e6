// SPDX-License-Identifier: EUPL-1.2

extension WitnessedStore {
    /// Reserves the attempt if the database agrees with what the journals know of the account, then records it in this process's journal.
    ///
    /// Returns nil for a wallet that this process's journal does not record as used, and for an account with a change that no journal
    /// contains. Reading the account then records the change, or finds that the database is behind.
    ///
    /// - Parameter floor: replaced by what the journals know.
    package func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        try await requireWitness()
        // As in `account(of:)`: the journals before the database, so that the database must be at least as recent.
        try await readNews()
        try AccountStoreError.requireTimeForAttempt()
        guard !isSolutionRevoked, let known = known(message.walletID), known.isOwn, known.isUsed, !known.hasEnded,
            known.pinVersion == pin.version
        else { return nil }
        let reservation = try await store.reserveKnown(
            message, pin: pin, under: policy,
            atLeast: WitnessFloor(sequenceNumber: known.sequenceNumber, hasRecoveryCode: known.hasRecoveryCode))
        guard let reservation else { return nil }
        try await record(reservation.attempt, of: message, under: policy, isInJournal: true)
        return reservation
    }
}

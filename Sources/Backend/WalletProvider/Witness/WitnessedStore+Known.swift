// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol

extension WitnessedStore {
    /// Reserves the attempt if the database agrees with what the journals know of the account, and at the same time records the intent in
    /// this process's journal. Returns a reservation once both are durable. Only the first attempt after a right PIN is shown by its
    /// intent; any other is recorded before it is returned, as by `reserveAttempt`.
    ///
    /// Returns nil for a wallet that this process's journal does not record as used, for an account with a change that no journal contains,
    /// and if the database lacks an open intent. Reading the account then records the change, counts the intent, or finds that the database
    /// is behind.
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
        // The database has an open intent if it has its number: in the database the numbers only grow.
        let floor = WitnessFloor(
            sequenceNumber: known.openIntent?.sequenceNumber ?? known.sequenceNumber, hasRecoveryCode: known.hasRecoveryCode)
        // In a round of one attempt, the first attempt begins a waiting period, which an intent does not show.
        guard policy.attemptsPerRound > 1 else {
            guard let reservation = try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor) else { return nil }
            try await record(reservation.attempt, of: message, under: policy, isInJournal: true)
            return reservation
        }
        async let written = outcome(ofWriting: .intent(message.walletID, WitnessIntent(message)))
        // Without a reservation the intent stays open for other processes, which then count an attempt. This process knows that it
        // verified none.
        guard let reservation = try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor) else { return nil }
        try await written.get()
        if reservation.attempt == 1 {
            takeUnconfirmed(message)
        } else {
            try await record(reservation.attempt, of: message, under: policy, isInJournal: true)
        }
        return reservation
    }

    /// Writes a record that nothing is concluded from, for as long as it takes: the attempt may be counted already, so it must be judged,
    /// however slow the journal is.
    private func outcome(ofWriting record: WitnessRecord) async -> Result<Void, AccountStoreError> {
        do throws(AccountStoreError) {
            return .success(try await Deadline.lettingWorkEnd { () throws(AccountStoreError) in try await write(record) })
        } catch {
            return .failure(error)
        }
    }

    /// Makes the database count the attempt of an open intent, unless it does already. From then on the intent is known, so a database
    /// that lacks it is behind.
    ///
    /// A reservation of the same message that another process has under way finds the number used, and is refused unverified.
    ///
    /// - Returns: true if the account was changed.
    func close(_ intent: WitnessIntent, of walletID: WalletID) async throws(AccountStoreError) -> Bool {
        var isChanged = false
        while !isChanged, let former = try await store.witnessedAccount(walletID), former.sequenceNumber < intent.sequenceNumber {
            try await requireWitness()
            isChanged = try await store.replace(former, by: former.spending(intent))
        }
        if isChanged { try await witness(walletID) }
        take(intent.sequenceNumber, of: walletID)
        return isChanged
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The accounts' database.
///
/// Each function is atomic: it takes effect completely, or not at all when it throws. Changes are on disk when it returns, but for
/// `settleAttempt`. Replicas may call the functions concurrently. The store judges all times by its own clock, which replicas on one
/// database share. All functions throw `AccountStoreError`.
///
/// A message *fits* its account if all of these conditions are met:
/// - The account is active and its solution is not revoked.
/// - The message's number and counter are greater than the account's. A message without a counter is judged by its number only.
///
/// When a message that fits is accepted, the store records the message, stores its number and counter, and marks the account as used.
package protocol AccountStore: AttestationStatusStore {
    /// Registers a wallet.
    ///
    /// - Returns: `repeated` if the same request registered the wallet before, `conflict` if a different request did. Neither changes
    ///   anything.
    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation

    /// Returns a wallet's account, and the message with this sequence number if it was recorded at most `retention` milliseconds ago.
    ///
    /// - Returns: nil if the account does not exist.
    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)?

    /// Reserves an attempt at the PIN, before any verification.
    ///
    /// The message must fit, attempts must be left, no waiting period may be running, and the account must have this PIN version. The
    /// reservation adds 1 to the number of attempts, sets the policy's waiting period as for a wrong PIN, and records the message without
    /// an answer.
    ///
    /// - Returns: the number of the attempt, from 1 to the policy's maximum; nil if a condition is not met; nothing has changed then.
    func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int?

    /// Reserves an attempt at the PIN of an account that the caller read earlier and does not read again; otherwise like `reserveAttempt`.
    ///
    /// The account must still have exactly the PIN that was read, and have been used. So the key that will judge the attempt is the key in
    /// force at the reservation. A sealed key is sealed once, so it also tells one registration from another.
    ///
    /// - Parameters:
    ///   - pin: the PIN as read, without a pending change.
    ///   - floor: what the witness knows of the account; nil without a witness. An account that contradicts it reserves nothing.
    /// - Returns: nil if a condition is not met; nothing has changed then, and the caller must read the account to learn why.
    func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation?

    /// Records the outcome of a reserved attempt.
    ///
    /// A right PIN resets the attempts and the waiting period, unless a later attempt was reserved since; the later attempt then stays
    /// counted. A wrong PIN leaves the attempts unchanged, because the reservation has counted it. When its answer is stored, the wrong PIN
    /// is counted once for its day (`Account.wrongPINs`). A change other than `none` is made only if no later attempt was reserved, the
    /// account is still active, its solution is not revoked and its PIN version is unchanged.
    ///
    /// An outcome that is not `isDurable` need not be on disk when this returns; a crash of the database may undo it. A store may
    /// even write it later, so that a crash of the process may undo it; but `account(of:)` and later attempts of this store see it at
    /// once. Until then another replica sees the attempt as counted and the message as unanswered.
    ///
    /// - Parameters:
    ///   - pinVersion: the PIN version for which the attempt was reserved.
    ///   - answer: is stored with the message; nil leaves the message without an answer.
    /// - Returns: false if there was a change that could not be made; nothing was stored in that case.
    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool

    /// Returns true if a message fits now. Nothing changes, and another message may still be accepted first.
    func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool

    /// Applies a message that needs no PIN, if it fits: makes the change and records the answer.
    ///
    /// - Parameters:
    ///   - evenIfRevoked: a revoked account also fits, a deregistered account does not. The change must then be `none`.
    ///   - pinVersion: if given, the account must have this PIN version.
    /// - Returns: true if the message fitted; otherwise nothing changed.
    func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool

    /// Returns a wallet's keys for a purpose, in no particular order.
    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey]

    /// Returns the wallet whose deletion code has this HMAC, or nil if there is none or it was deregistered.
    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID?

    /// Revokes a wallet permanently and removes its keys. An earlier revocation is unchanged.
    ///
    /// - Returns: the revocation now in effect; nil if the wallet does not exist or was deregistered.
    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation?

    /// Returns the wallets that disclosed a recovery code with this HMAC, without deregistered wallets, ordered by wallet id.
    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet]

    /// Revokes all wallets with this recovery code permanently and removes their keys. In the same step, marks the code as revoked, so that
    /// each wallet that discloses it later is revoked (`AccountChange.rememberRecoveryCode`). A wallet that was revoked before keeps the
    /// time of its revocation and gets the new reason.
    ///
    /// - Returns: the wallets after the change. If no wallet has the code, the result is empty and the code is not stored.
    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet]

    /// Revokes the whole solution: all present and future wallets. Removes all keys. A repeated call keeps the first time.
    ///
    /// - Returns: the revocation now in effect.
    func revokeSolution() async throws(AccountStoreError) -> Revocation

    /// Returns the revocation of the whole solution, or nil if it was not revoked.
    func solutionRevocation() async throws(AccountStoreError) -> Revocation?

    /// Removes expired data. The arguments are retention times in milliseconds:
    /// - Recorded messages and deregistered accounts are removed after `answers`.
    /// - Accounts that were never used are removed after `unusedAccounts`.
    /// - Expired recoveries with their keys, expired attestation entries and lists, and wrong-PIN counts outside `WrongPINWindow` are
    ///   removed.
    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError)
}

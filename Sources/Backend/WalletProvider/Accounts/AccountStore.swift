// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The accounts' database.
///
/// Every function takes effect as a whole or, when it throws, not at all, and it is on disk when it returns. Any number of replicas may
/// call any of them at the same time. The store judges all times by its own clock, which replicas on one database share. All functions
/// throw `AccountStoreError`.
///
/// A condition *fits* an account when it is active and its solution is not revoked, the message's number and counter are both greater than
/// the account's (a message without a counter is not asked for it), and, where a challenge is answered, this very challenge is alive for
/// this wallet and instruction. A message that fits is recorded, its number and counter are stored, its challenge is spent, and the account
/// is marked as used.
package protocol AccountStore: AttestationStatusStore {
    /// Registers a wallet, once.
    ///
    /// - Returns: `repeated`, and nothing changed, when the same request registered it before; `conflict` when another one did.
    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation

    /// The account of a wallet and the message with a sequence number, if it was recorded at most that many milliseconds ago.
    ///
    /// - Returns: nil when there is no such account.
    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)?

    /// Keeps a challenge in place of the wallet's earlier one for this instruction, if the message fits.
    ///
    /// - Parameters:
    ///   - lifetime: milliseconds until it is void.
    ///   - evenIfRevoked: a revoked account (not a deregistered one) fits, too.
    ///   - answer: is recorded with the message.
    /// - Returns: whether it did.
    func issue(
        _ challenge: InstructionChallenge, lifetime: Int64, evenIfRevoked: Bool, to message: MessageIdentity, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool

    /// Takes one attempt at the PIN, before anything is verified.
    ///
    /// Besides fitting: attempts are left, no wait runs, and the PIN version is that one. If it all holds, the attempts are one more, the
    /// policy's wait is set as if the PIN were wrong, and the message is recorded without an answer.
    ///
    /// - Returns: the number of the attempt, 1…the policy's maximum; nil when the condition did not hold and nothing changed.
    func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int?

    /// Records what came of a reserved attempt.
    ///
    /// A right PIN sets the attempts to 0 and clears the wait, unless a later attempt was reserved in the meantime: that one's count stands.
    /// A wrong PIN changes nothing in the attempts, its attempt is counted already; with its answer it is counted once for its day
    /// (`Account.wrongPINs`). A change other than `none` is made only if no later attempt was reserved,
    /// the account is still active, its solution not revoked, and the PIN version still that one.
    ///
    /// - Parameters:
    ///   - pinVersion: the one that the attempt was reserved for.
    ///   - answer: is stored with the message; nil leaves it without one.
    /// - Returns: false when there was a change and it was not made; then nothing was stored.
    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool

    /// Whether a message that answers a challenge fits now. Nothing changes; another message may still come first.
    func fits(_ message: MessageIdentity, answering challenge: InstructionChallenge) async throws(AccountStoreError) -> Bool

    /// Carries out a message that needs no PIN, if it fits: the change is made and the answer recorded.
    ///
    /// - Parameters:
    ///   - evenIfRevoked: a revoked account (not a deregistered one) fits, too; then the change must be `none`.
    ///   - pinVersion: if given, the account's PIN version must be that one.
    /// - Returns: whether it fitted; if not, nothing changed.
    func accept(
        _ message: MessageIdentity, answering challenge: InstructionChallenge, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool

    /// The keys of a wallet for a purpose, in no particular order.
    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey]

    /// The wallet with a deletion code of that mark; nil when there is none, or when it was deregistered.
    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID?

    /// Revokes a wallet for good and removes its keys. A revocation from before stands as it is.
    ///
    /// - Returns: the revocation that stands; nil when there is no such wallet, or when it was deregistered.
    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation?

    /// The wallets that have disclosed a recovery code of that mark, but the deregistered ones; in the order of their names.
    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet]

    /// Revokes these wallets because of their recovery code, for good, and removes their keys; and from then on each wallet that discloses
    /// it (`AccountChange.rememberRecoveryCode`), in the same step. Of a revocation from before the instant stands, not the reason.
    ///
    /// - Returns: the wallets as they are now; none, and nothing is known of the code afterwards, when no wallet had it.
    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet]

    /// Revokes the whole solution: all wallets, those to come included, and removes all keys. Done again, the first time stands.
    ///
    /// - Returns: the revocation that stands.
    func revokeSolution() async throws(AccountStoreError) -> Revocation

    /// When the whole solution was revoked; nil when it was not.
    func solutionRevocation() async throws(AccountStoreError) -> Revocation?

    /// Removes what nobody needs any more, each after so many milliseconds: recorded messages and deregistered accounts after `answers`,
    /// accounts that were never used after `unusedAccounts`; recoveries that are over with their keys; and entries and lists of attestations
    /// that are over; and the numbers of wrong PINs of days outside `WrongPINWindow`.
    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError)
}

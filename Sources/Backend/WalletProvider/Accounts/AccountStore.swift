// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The provider's database: exactly the statements that the protocol's order needs.
///
/// Each function is one transaction: it happens as a whole or, when it throws, not at all, and it is on disk when it returns. Any number of
/// replicas may call any of them at the same time. `now` is the caller's clock; a database with a clock of its own judges by that one.
/// All of them throw `AccountStoreError`.
package protocol AccountStore: Sendable {
    /// Registers a wallet, once.
    ///
    /// - Returns: `repeated`, and nothing changed, when the same request registered it before; `conflict` when another one did.
    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation

    /// The account of a wallet; nil when there is none.
    func account(of walletID: WalletID) async throws(AccountStoreError) -> Account?

    /// Keeps a challenge in place of the wallet's earlier one for this instruction, if the message is newer than all before it.
    ///
    /// One condition: the account is active, and the message's number and counter are both greater than the account's. If it holds: both
    /// are stored, the account is marked as used, and the message is recorded with its answer.
    ///
    /// - Returns: whether it did.
    func issue(
        _ challenge: InstructionChallenge, expiringAt expiry: Timestamp, to message: MessageIdentity, answer: StoredAnswer, now: Timestamp
    ) async throws(AccountStoreError) -> Bool

    /// Takes one attempt at the PIN, before anything is verified.
    ///
    /// One condition: the account is active, attempts are left, no wait runs, the message's number and counter are both greater than the
    /// account's, and this very challenge is alive for this wallet and instruction. If it holds: the challenge is consumed, number and
    /// counter are stored, the attempts are one more, the policy's wait is set as if the PIN were wrong, the account is marked as used, and
    /// the message is recorded without an answer.
    ///
    /// - Returns: the number of the attempt, 1…the policy's maximum; nil when the condition did not hold and nothing changed.
    func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, under policy: PINRetryPolicy, now: Timestamp
    ) async throws(AccountStoreError) -> Int?

    /// Records what came of a reserved attempt.
    ///
    /// - Parameters:
    ///   - pinWasRight: sets the attempts to 0 and clears the wait, unless a later attempt was reserved in the meantime: that one's count
    ///     stands. A wrong PIN changes nothing, its attempt is counted already.
    ///   - answer: is stored with the message; nil leaves it without one.
    func settleAttempt(of message: MessageIdentity, pinWasRight: Bool, answer: StoredAnswer?) async throws(AccountStoreError)

    /// The message of a wallet with a sequence number, if it is recorded not before that time.
    func message(
        of walletID: WalletID, sequenceNumber: Int64, notBefore: Timestamp
    ) async throws(AccountStoreError) -> RecordedMessage?

    /// Removes what nobody needs any more: messages recorded before `messages`, challenges that expired at or before `challenges`, and accounts
    /// that were never used and were made at or before `unusedAccounts`.
    func removeExpired(messages: Timestamp, challenges: Timestamp, unusedAccounts: Timestamp) async throws(AccountStoreError)
}

/// What came of a registration.
package enum AccountCreation: Sendable, Hashable {
    /// The account is new.
    case created
    /// The same request had made it.
    case repeated
    /// Another request had made it.
    case conflict
}

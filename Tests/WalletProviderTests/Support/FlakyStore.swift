// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// A real store some of whose functions can be switched off, as if the database or the process stopped at that point.
final class FlakyStore: AccountStore {
    enum Statement: String, CaseIterable, Sendable {
        case create, account, issue, reserve, settle, message, removeExpired
    }

    private let store: any AccountStore
    private let broken = Mutex<Set<Statement>>([])

    init(_ store: any AccountStore) { self.store = store }

    func fail(_ statements: Statement...) { broken.withLock { $0 = Set(statements) } }

    private func check(_ statement: Statement) throws(AccountStoreError) {
        if broken.withLock({ $0.contains(statement) }) { throw AccountStoreError(.unavailable, "switched off by the test") }
    }

    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try check(.create)
        return try await store.create(account)
    }

    func account(of walletID: WalletID) async throws(AccountStoreError) -> Account? {
        try check(.account)
        return try await store.account(of: walletID)
    }

    func issue(
        _ challenge: InstructionChallenge, expiringAt expiry: Timestamp, to message: MessageIdentity, answer: StoredAnswer, now: Timestamp
    ) async throws(AccountStoreError) -> Bool {
        try check(.issue)
        return try await store.issue(challenge, expiringAt: expiry, to: message, answer: answer, now: now)
    }

    func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, under policy: PINRetryPolicy, now: Timestamp
    ) async throws(AccountStoreError) -> Int? {
        try check(.reserve)
        return try await store.reserveAttempt(for: message, answering: challenge, under: policy, now: now)
    }

    func settleAttempt(of message: MessageIdentity, pinWasRight: Bool, answer: StoredAnswer?) async throws(AccountStoreError) {
        try check(.settle)
        try await store.settleAttempt(of: message, pinWasRight: pinWasRight, answer: answer)
    }

    func message(
        of walletID: WalletID, sequenceNumber: Int64, notBefore: Timestamp
    ) async throws(AccountStoreError) -> RecordedMessage? {
        try check(.message)
        return try await store.message(of: walletID, sequenceNumber: sequenceNumber, notBefore: notBefore)
    }

    func removeExpired(messages: Timestamp, challenges: Timestamp, unusedAccounts: Timestamp) async throws(AccountStoreError) {
        try check(.removeExpired)
        try await store.removeExpired(messages: messages, challenges: challenges, unusedAccounts: unusedAccounts)
    }
}

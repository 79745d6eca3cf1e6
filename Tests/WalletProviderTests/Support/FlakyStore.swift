// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import Synchronization
import WalletProvider

/// A real store whose functions can be disabled, as if the database or the process stopped at that point.
final class FlakyStore: AccountStore, AuditStore {
    enum Statement: String, CaseIterable, Sendable {
        case create, account, reserve, settle, accept, keys, revoke, removeExpired, audit, attestation
    }

    /// A call of an attempt at the PIN.
    enum Call: Sendable {
        case account, reserve, reserveKnown, settle
    }

    private let store: any AccountStore & AuditStore
    private let asked = Mutex<[Call]>([])
    private let broken = Mutex<Set<Statement>>([])
    private let inBetween = Mutex<[Statement: @Sendable () async -> Void]>([:])

    private let slowness = Mutex<Slowness?>(nil)

    init(_ store: any AccountStore & AuditStore) { self.store = store }

    /// Delays each further call; nil for no delay.
    func slow(_ slowness: Slowness?) { self.slowness.withLock { $0 = slowness } }

    /// The calls of attempts since `forgetCalls()`, in order, including those that failed.
    var calls: [Call] { asked.withLock { $0 } }

    func forgetCalls() { asked.withLock { $0 = [] } }

    private func note(_ call: Call) { asked.withLock { $0.append(call) } }

    func fail(_ statements: Statement...) { broken.withLock { $0 = Set(statements) } }

    /// Runs an action once before the next statement of that kind, to simulate a concurrent replica.
    func before(_ statement: Statement, _ action: @escaping @Sendable () async -> Void) {
        inBetween.withLock { $0[statement] = action }
    }

    private func letOthers(before statement: Statement) async {
        await inBetween.withLock { $0.removeValue(forKey: statement) }?()
    }

    private func check(_ statement: Statement) throws(AccountStoreError) {
        if broken.withLock({ $0.contains(statement) }) { throw AccountStoreError(.unavailable, "switched off by the test") }
        guard slowness.withLock({ $0?.pass() }) ?? true else { throw AccountStoreError(.unavailable, "too slow") }
    }

    /// Ends a late change: it was never started, or completes. The caller gets an error, unless the work must run to its end.
    private func ending<Value: Sendable>(
        _ statement: Statement, _ body: () async throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        if broken.withLock({ $0.contains(statement) }) { throw AccountStoreError(.unavailable, "switched off by the test") }
        let slowness = slowness.withLock { $0 }
        // Work that may start after the deadline has only its own limit.
        let isAlwaysBegun = Deadline.current != nil && Deadline.limiting(.seconds(100)) == .seconds(100)
        let letsWorkEnd = Deadline.current?.letsWorkEnd == true
        let isInTime = slowness?.pass() ?? true
        guard isInTime || isAlwaysBegun || slowness?.isDoneLate != false else { throw AccountStoreError(.unavailable, "too slow") }
        let result: Result<Value, AccountStoreError> = await Deadline.$current.withValue(isInTime ? Deadline.current : nil) {
            do throws(AccountStoreError) { return .success(try await body()) } catch { return .failure(error) }
        }
        guard isInTime || letsWorkEnd else { throw AccountStoreError(.outcomeUnknown, "too slow") }
        return try result.get()
    }

    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await ending(.create) { () throws(AccountStoreError) in try await store.create(account) }
    }

    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        note(.account)
        try check(.account)
        return try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
    }

    func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        note(.reserve)
        await letOthers(before: .reserve)
        return try await ending(.reserve) { () throws(AccountStoreError) in
            try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        }
    }

    func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        note(.reserveKnown)
        await letOthers(before: .reserve)
        return try await ending(.reserve) { () throws(AccountStoreError) in
            try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor)
        }
    }

    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        note(.settle)
        await letOthers(before: .settle)
        return try await ending(.settle) { () throws(AccountStoreError) in
            try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        }
    }

    func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try check(.account)
        return try await store.fits(message)
    }

    func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        await letOthers(before: .accept)
        return try await ending(.accept) { () throws(AccountStoreError) in
            try await store.accept(
                message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        }
    }

    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try check(.keys)
        return try await store.keys(of: walletID, for: purpose)
    }

    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await store.wallet(withRevocationCodeMark: mark)
    }

    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        await letOthers(before: .revoke)
        try check(.revoke)
        return try await store.revoke(walletID, because: reason)
    }

    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await store.wallets(withRecoveryCodeMark: mark)
    }

    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        await letOthers(before: .revoke)
        try check(.revoke)
        return try await store.revokeWallets(withRecoveryCodeMark: mark)
    }

    func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try check(.revoke)
        return try await store.revokeSolution()
    }

    func solutionRevocation() async throws(AccountStoreError) -> Revocation? { try await store.solutionRevocation() }

    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try check(.removeExpired)
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }

    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try check(.attestation)
        return try await store.takeStatusEntry(request)
    }

    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try check(.attestation)
        return try await store.attestationStatuses(inList: number)
    }

    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        await letOthers(before: .audit)
        try check(.audit)
        return try await store.lastAuditRecord()
    }

    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        try check(.audit)
        return try await store.append(record)
    }

    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try check(.audit)
        return try await store.auditRecords(after: number, limit: limit)
    }
}

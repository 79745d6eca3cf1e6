// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// A deliberate fault of a store, to test that the exploration detects it.
enum Flaw: Sendable {
    /// No fault.
    case none
    /// Without a reservation: attempts are checked before the PIN is verified and counted afterwards.
    case countsAfterwards
    /// A right PIN resets the attempts although a later attempt was reserved.
    case alwaysResets
}

/// A real store whose statements wait for their turn.
struct TurnStore: AccountStore, AuditStore {
    let store: any AccountStore & AuditStore
    let turnstile: Turnstile
    var flaw = Flaw.none
    /// Resets an account's attempts to 0 in any case.
    let reset: @Sendable (WalletID) throws -> Void
    /// Called after each right PIN that was settled.
    let settled: @Sendable () -> Void
    private let unreserved = Unreserved()

    init(
        _ store: any AccountStore & AuditStore, turnstile: Turnstile, flaw: Flaw, reset: @escaping @Sendable (WalletID) throws -> Void,
        settled: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.turnstile = turnstile
        self.flaw = flaw
        self.reset = reset
        self.settled = settled
    }

    private func turn() async {
        if let strand = Strand.current { await turnstile.turn(of: strand) }
    }

    func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        await turn()
        return try await store.account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)
    }

    func issue(
        _ challenge: InstructionChallenge, lifetime: Int64, evenIfRevoked: Bool, to message: MessageIdentity, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        return try await store.issue(challenge, lifetime: lifetime, evenIfRevoked: evenIfRevoked, to: message, answer: answer)
    }

    func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        await turn()
        guard case .countsAfterwards = flaw else {
            return try await store.reserveAttempt(for: message, answering: challenge, pinVersion: pinVersion, under: policy)
        }
        guard
            let (account, recorded) = try await store.account(
                of: message.walletID, withMessage: message.sequenceNumber, recordedWithin: .max)
        else { return nil }
        guard recorded == nil, account.sequenceNumber < message.sequenceNumber, account.pin.version == pinVersion,
            account.attempts < policy.maximumAttempts, account.waitUntil.map({ $0 <= account.readAt }) ?? true
        else { return nil }
        unreserved.put(message) { () async throws(AccountStoreError) in
            _ = try await store.reserveAttempt(for: message, answering: challenge, pinVersion: pinVersion, under: policy)
        }
        return account.attempts + 1
    }

    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        if let reserve = unreserved.take(message) { try await reserve() }
        let isSettled = try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        guard case .right = outcome, isSettled else { return isSettled }
        settled()
        guard case .alwaysResets = flaw else { return true }
        do {
            try reset(message.walletID)
        } catch {
            throw AccountStoreError(.unavailable, "\(error)")
        }
        return true
    }

    func fits(_ message: MessageIdentity, answering challenge: InstructionChallenge) async throws(AccountStoreError) -> Bool {
        await turn()
        return try await store.fits(message, answering: challenge)
    }

    func accept(
        _ message: MessageIdentity, answering challenge: InstructionChallenge, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        return try await store.accept(
            message, answering: challenge, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
    }

    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        await turn()
        return try await store.keys(of: walletID, for: purpose)
    }

    /// The counts that the fault delays.
    private final class Unreserved: Sendable {
        typealias Reserve = @Sendable () async throws(AccountStoreError) -> Void
        private let waiting = Mutex<[MessageIdentity: Reserve]>([:])

        func put(_ message: MessageIdentity, _ reserve: @escaping Reserve) { waiting.withLock { $0[message] = reserve } }
        func take(_ message: MessageIdentity) -> Reserve? { waiting.withLock { $0.removeValue(forKey: message) } }
    }
}

// MARK: - Functions unused by attempts

extension TurnStore {
    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        await turn()
        return try await store.revoke(walletID, because: reason)
    }

    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        await turn()
        return try await store.wallets(withRecoveryCodeMark: mark)
    }

    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        await turn()
        return try await store.revokeWallets(withRecoveryCodeMark: mark)
    }

    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        await turn()
        return try await store.lastAuditRecord()
    }

    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        await turn()
        return try await store.append(record)
    }

    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation { try await store.create(account) }

    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await store.wallet(withRevocationCodeMark: mark)
    }

    func revokeSolution() async throws(AccountStoreError) -> Revocation { try await store.revokeSolution() }

    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try await store.takeStatusEntry(request)
    }

    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await store.attestationStatuses(inList: number)
    }

    func solutionRevocation() async throws(AccountStoreError) -> Revocation? { try await store.solutionRevocation() }

    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }

    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await store.auditRecords(after: number, limit: limit)
    }
}

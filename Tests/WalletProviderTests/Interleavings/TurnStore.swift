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
    /// The reservation is not flushed before the PIN is verified.
    case reservesUnflushed
    /// An attempt for a known account is reserved whatever the account's PIN is now.
    case ignoresKnownPIN
    /// A crash of the database at the end: each outcome that need not be on disk is lost.
    case losesOutcomes
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
    /// Called after each statement that is flushed, with all before it.
    let flushed: @Sendable () async throws -> Void
    private let unreserved = Unreserved()

    init(
        _ store: any AccountStore & AuditStore, turnstile: Turnstile, flaw: Flaw, reset: @escaping @Sendable (WalletID) throws -> Void,
        settled: @escaping @Sendable () -> Void, flushed: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.store = store
        self.turnstile = turnstile
        self.flaw = flaw
        self.reset = reset
        self.settled = settled
        self.flushed = flushed
    }

    private func flush() async throws(AccountStoreError) {
        do {
            try await flushed()
        } catch {
            throw AccountStoreError(.unavailable, "\(error)")
        }
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

    func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        await turn()
        guard case .countsAfterwards = flaw else {
            let attempt = try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
            if case .reservesUnflushed = flaw {} else { try await flush() }
            return attempt
        }
        guard let account = try await unreservedAccount(for: message, pinVersion: pinVersion, policy) else { return nil }
        unreserved.put(message) { () async throws(AccountStoreError) in
            _ = try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        }
        return account.attempts + 1
    }

    func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        await turn()
        guard case .countsAfterwards = flaw else {
            let reservation = try await store.reserveKnown(message, pin: try await inForce(pin, of: message), under: policy, atLeast: floor)
            if case .reservesUnflushed = flaw {} else { try await flush() }
            return reservation
        }
        let account = try await unreservedAccount(for: message, pinVersion: pin.version, policy)
        guard let account, account.pin == pin else { return nil }
        unreserved.put(message) { () async throws(AccountStoreError) in
            _ = try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor)
        }
        return KnownReservation(attempt: account.attempts + 1, wrongPINs: account.wrongPINs)
    }

    /// Returns the PIN that the store compares with the account's.
    private func inForce(_ known: AccountPIN, of message: MessageIdentity) async throws(AccountStoreError) -> AccountPIN {
        guard case .ignoresKnownPIN = flaw else { return known }
        return try await store.account(of: message.walletID, withMessage: 0, recordedWithin: 0)?.account.pin ?? known
    }

    /// Returns the account if an attempt could be reserved now; reserves none.
    private func unreservedAccount(
        for message: MessageIdentity, pinVersion: Int64, _ policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Account? {
        let found = try await store.account(of: message.walletID, withMessage: message.sequenceNumber, recordedWithin: .max)
        guard let (account, recorded) = found, recorded == nil, account.sequenceNumber < message.sequenceNumber,
            account.pin.version == pinVersion, account.attempts < policy.maximumAttempts,
            account.waitUntil.map({ $0 <= account.readAt }) ?? true
        else { return nil }
        return account
    }

    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        if let reserve = unreserved.take(message) { try await reserve() }
        if case .losesOutcomes = flaw, !outcome.isDurable { return true }
        let isSettled = try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        if outcome.isDurable { try await flush() }
        if case .wrong = outcome { return isSettled }
        guard isSettled else { return false }
        settled()
        guard case .alwaysResets = flaw else { return true }
        do {
            try reset(message.walletID)
        } catch {
            throw AccountStoreError(.unavailable, "\(error)")
        }
        return true
    }

    func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        await turn()
        return try await store.fits(message)
    }

    func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        let isAccepted = try await store.accept(
            message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
        try await flush()
        return isAccepted
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

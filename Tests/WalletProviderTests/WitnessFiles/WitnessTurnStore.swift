// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// A real store with one wallet whose statements wait for their turn. A reservation for a known account is one half of its strand; the
/// journal is the other.
struct WitnessTurnStore: AccountStore, AuditStore, WitnessedAccounts {
    let store: any AccountStore & AuditStore & WitnessedAccounts
    let wallet: WalletID
    let turnstile: Turnstile
    /// False if the journal is not awaited: a deliberate fault.
    let isSplit: Bool
    /// False if a reservation for a known account is not flushed: a deliberate fault.
    let flushesReservations: Bool
    /// The account as a crash leaves it.
    let flushed: FlushedAccount

    /// Returns the number of the other half of a strand: its journal.
    static func half(of strand: Int) -> Int { strand + WitnessRaceStage.strands }

    private func turn() async {
        if let strand = Strand.current { await turnstile.turn(of: strand) }
    }

    /// Notes that the account is on disk as it is now.
    private func flush() async throws(AccountStoreError) {
        if let account = try await store.witnessedAccount(wallet) { flushed.set(account) }
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
        let attempt = try await store.reserveAttempt(for: message, pinVersion: pinVersion, under: policy)
        try await flush()
        return attempt
    }

    func reserveKnown(
        _ message: MessageIdentity, pin: AccountPIN, under policy: PINRetryPolicy, atLeast floor: WitnessFloor?
    ) async throws(AccountStoreError) -> KnownReservation? {
        let half: (Int, Int)? = Strand.current.flatMap { strand in isSplit ? (strand, Self.half(of: strand)) : nil }
        if let half { await turnstile.turn(of: half.0, beside: half.1) } else { await turn() }
        let result: Result<KnownReservation?, AccountStoreError>
        do throws(AccountStoreError) {
            let reservation = try await store.reserveKnown(message, pin: pin, under: policy, atLeast: floor)
            if flushesReservations { try await flush() }
            result = .success(reservation)
        } catch {
            result = .failure(error)
        }
        if let half { await turnstile.join(half.0, half.1) }
        return try result.get()
    }

    func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        await turn()
        let isSettled = try await store.settleAttempt(of: message, as: outcome, pinVersion: pinVersion, answer: answer)
        if outcome.isDurable { try await flush() }
        return isSettled
    }

    func replace(_ former: WitnessedAccount?, by account: WitnessedAccount) async throws(AccountStoreError) -> Bool {
        await turn()
        let isReplaced = try await store.replace(former, by: account)
        try await flush()
        return isReplaced
    }

    func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount? {
        try await store.witnessedAccount(walletID)
    }
}

/// The account as a crash of the database leaves it.
final class FlushedAccount: Sendable {
    private let state: Mutex<WitnessedAccount>

    init(_ account: WitnessedAccount) { state = Mutex(account) }

    var account: WitnessedAccount { state.withLock { $0 } }

    func set(_ account: WitnessedAccount) { state.withLock { $0 = account } }
}

// MARK: - Functions unused by attempts

extension WitnessTurnStore {
    func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation { try await store.create(account) }

    func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool { try await store.fits(message) }

    func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?, change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await store.accept(message, evenIfRevoked: evenIfRevoked, pinVersion: pinVersion, change: change, answer: answer)
    }

    func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try await store.keys(of: walletID, for: purpose)
    }

    func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await store.wallet(withRevocationCodeMark: mark)
    }

    func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await store.revoke(walletID, because: reason)
    }

    func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await store.wallets(withRecoveryCodeMark: mark)
    }

    func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await store.revokeWallets(withRecoveryCodeMark: mark)
    }

    func revokeSolution() async throws(AccountStoreError) -> Revocation { try await store.revokeSolution() }

    func solutionRevocation() async throws(AccountStoreError) -> Revocation? { try await store.solutionRevocation() }

    func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await store.removeExpired(answers: answers, unusedAccounts: unusedAccounts)
    }

    func takeStatusEntry(_ request: StatusEntryRequest) async throws(AccountStoreError) -> StatusEntryOutcome {
        try await store.takeStatusEntry(request)
    }

    func attestationStatuses(inList number: Int64) async throws(AccountStoreError) -> AttestationStatuses? {
        try await store.attestationStatuses(inList: number)
    }

    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? { try await store.lastAuditRecord() }

    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool { try await store.append(record) }

    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await store.auditRecords(after: number, limit: limit)
    }

    func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.witnessedAccounts(after: walletID, limit: limit)
    }

    func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.witnessedAccounts(named: walletIDs)
    }

    func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await store.deregisteredAccounts(after: walletID, limit: limit)
    }
}

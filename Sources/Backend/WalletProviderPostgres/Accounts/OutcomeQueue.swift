// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import ProviderProtocol
import Synchronization
import WalletProvider

/// The outcomes of unlocks that are written behind their answers, many in one statement.
///
/// An outcome waits until there are enough for a batch, for the delay, or until a later call concerns its wallet. Until it is committed, a
/// crash of the process or the database may lose it, and other replicas do not see it: for them the attempt is counted.
///
/// A lost outcome is reported and not tried again. Its attempt stays counted until the next right PIN.
final class OutcomeQueue: Sendable {
    /// A right PIN that returns its attempt, and the answer to its message.
    struct Outcome: Sendable {
        let walletID: WalletID
        let sequenceNumber: Int64
        let answer: StoredAnswer
    }

    private struct State {
        /// The outcomes of the next batches, oldest first.
        var waiting: [Outcome] = []
        /// True if a timer runs that will begin a batch.
        var isTimed = false
        /// The number of outcomes that are neither committed nor lost yet, by wallet.
        var open: [WalletID: Int] = [:]
        /// Called when the wallet has no such outcome left.
        var ends: [WalletID: [@Sendable () -> Void]] = [:]
    }

    private enum Next { case batch, timer, nothing }

    /// The maximum number of outcomes in one statement.
    static let mostAtOnce = 64

    private let pool: PostgresPool
    private let delay: Duration
    private let timer: OutcomeTimer
    private let report: @Sendable (AccountStoreError) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - delay: the longest time from `append` until the outcome's statement begins.
    ///   - report: receives the error of each outcome that was lost.
    init(_ pool: PostgresPool, delay: Duration, timer: OutcomeTimer, report: @escaping @Sendable (AccountStoreError) -> Void) {
        self.pool = pool
        self.delay = delay
        self.timer = timer
        self.report = report
    }

    /// Takes an outcome, and returns at once.
    func append(_ outcome: Outcome) {
        let next = state.withLock { state -> Next in
            state.waiting.append(outcome)
            state.open[outcome.walletID, default: 0] += 1
            if state.waiting.count >= Self.mostAtOnce { return .batch }
            guard !state.isTimed else { return .nothing }
            state.isTimed = true
            return .timer
        }
        switch next {
        case .batch: beginBatches()
        case .timer:
            timer.start(delay) { [weak self] in
                guard let self else { return }
                state.withLock { $0.isTimed = false }
                beginBatches()
            }
        case .nothing: break
        }
    }

    /// True if an outcome of this wallet is neither committed nor lost.
    func isOpen(_ walletID: WalletID) -> Bool { state.withLock { $0.open[walletID] != nil } }

    /// Waits until each outcome of this wallet that was appended before is committed or lost. Returns at once if there is none.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` at the request's deadline.
    func commit(_ walletID: WalletID) async throws(AccountStoreError) {
        guard isOpen(walletID) else { return }
        let isOver = await Deadline.awaitReply(orLate: { false }) { (reply: Reply<Bool>) in
            let waits = state.withLock { state -> Bool in
                guard state.open[walletID] != nil else { return false }
                state.ends[walletID, default: []].append { _ = reply.give(true) }
                return true
            }
            if waits { beginBatches() } else { _ = reply.give(true) }
        }
        guard isOver else { throw AccountStoreError(.unavailable, "the outcome of an earlier unlock was not written in time") }
    }

    /// Waits until all outcomes that were appended before are committed or lost.
    ///
    /// - Throws: as `commit`.
    func commitAll() async throws(AccountStoreError) {
        for walletID in state.withLock({ Array($0.open.keys) }) { try await commit(walletID) }
    }

    // MARK: Batches

    /// Begins to write all outcomes that wait.
    private func beginBatches() {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.mostAtOnce))
                state.waiting.removeFirst(batch.count)
                return batch
            }
            guard !batch.isEmpty else { return }
            begin(batch)
        }
    }

    /// Writes a batch. It leaves out outcomes whose account another statement is changing, so that no batch waits for a row. They are then
    /// written one by one.
    private func begin(_ batch: [Outcome]) {
        pool.begin(PostgresAccountStore.settlingBatch, batch.values) { [self] result in
            switch result {
            case .success(let rows):
                let settled: Set<String> = if case .texts(let texts)? = try? rows.first?.value("settled") { Set(texts) } else { [] }
                for outcome in batch {
                    if settled.contains(outcome.walletID.text) { end(outcome) } else { beginAlone(outcome) }
                }
            case .failure(let error): for outcome in batch { end(outcome, lost: error) }
            }
        }
    }

    private func beginAlone(_ outcome: Outcome) {
        pool.begin(PostgresAccountStore.resettingUnflushed, outcome.values) { [self] result in
            switch result {
            case .success: end(outcome)
            case .failure(let error): end(outcome, lost: error)
            }
        }
    }

    private func end(_ outcome: Outcome, lost error: PostgresError? = nil) {
        if let error { report(AccountStoreError(error)) }
        let ends = state.withLock { state -> [@Sendable () -> Void] in
            let rest = (state.open[outcome.walletID] ?? 1) - 1
            state.open[outcome.walletID] = rest > 0 ? rest : nil
            return rest > 0 ? [] : state.ends.removeValue(forKey: outcome.walletID) ?? []
        }
        for end in ends { end() }
    }
}

extension OutcomeQueue.Outcome {
    /// The values of the parameters of `PostgresAccountStore.resettingUnflushed`.
    fileprivate var values: [PostgresValue] { [.text(walletID.text), .integer(sequenceNumber)] + answer.values }
}

extension [OutcomeQueue.Outcome] {
    /// The values of the parameters of `PostgresAccountStore.settlingBatch`.
    fileprivate var values: [PostgresValue] {
        [
            .texts(map(\.walletID.text)), .integers(map(\.sequenceNumber)), .integers(map { Int64($0.answer.status) }),
            .byteStrings(map(\.answer.body)),
        ]
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The feed of update policies, and the verdict on this version of the app. They outlive every wallet.
struct UpdatePolicySignals: Sendable {
    let verdict = ObservedValue(UpdateVerdict.ok)
    let feed: DocumentFeed<UpdatePolicy>
    /// Wakes the polling task.
    let timer = RestartableTimer()
    /// The request for a newer policy at launch, which callers await.
    let question: TimedQuestion

    init(_ embedded: EmbeddedEdition, answerBudget: TimeInterval, checkpoints: any CheckpointObserver) {
        question = TimedQuestion(budget: answerBudget)
        feed = DocumentFeed(.updatePolicy, trusting: embedded.updatePolicyTrust, above: 0, checkpoints: checkpoints)
    }

    /// True if the update policy blocks this version of the app.
    var isVersionBlocked: Bool {
        if case .block = verdict.value { true } else { false }
    }
}

/// Judges this version of the app by the newest update policy. A block is stored before it is published, locks the wallet, and survives
/// restarts.
final class UpdatePolicyKeeper {
    let signals: UpdatePolicySignals
    private let context: WalletContext
    private let version: AppVersion
    private let lock: LockKeeper
    /// True after the start. Before, the time of the judgement is not stored, so that the start stays fast.
    var isStarted = false
    /// The next date of the policy that changes the verdict, in policy time.
    private var verdictChangesAt: Date?
    /// The expiry of the newest policy; nil if there was never a policy.
    private var expiresAt: Date?
    /// The policy time: the time that the policy is judged by.
    private var time: PolicyTime?

    init(_ context: WalletContext, _ signals: UpdatePolicySignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
        version = context.configuration.embedded.appVersion
    }

    private var now: Date { time?.now(by: context.trueClock) ?? context.trueNow }

    /// True if the newest known policy has expired and no block is in force.
    var mustRenew: Bool {
        guard let expiresAt, !signals.isVersionBlocked else { return false }
        return now >= expiresAt
    }

    /// The monotonic time of the policy's next date that changes the verdict; nil if there is none, or if the date has passed and could not
    /// be evaluated.
    var nextVerdict: Date? {
        guard let left = verdictChangesAt?.timeIntervalSince(now), left > 0 else { return nil }
        return context.clock.steadyNow.addingTimeInterval(left)
    }

    // MARK: Documents

    /// Loads the stored policy and evaluates it. Uses no network.
    ///
    /// - Throws: a store error.
    func start() async throws(WalletCoreError) {
        let (clock, version) = (context.trueClock, version)
        try await signals.feed.open(context.bridges, context.store, context.time) { document, changes throws(WalletCoreError) in
            try Self.adopt(document, for: version, at: clock.now, &changes)
        }
        time = PolicyTime(notBefore: try context.store.value(.policyTime), clock)
        // If a block cannot be read, the start fails.
        _ = try (context.store.value(.stickyBlock), context.store.value(.highestVersion(of: .updatePolicy)))
        judge()
    }

    /// Stores an accepted policy's contents beside its version. A block of an older policy ends, unless this policy blocks, too.
    private static func adopt(
        _ document: SignedUpdatePolicy, for version: AppVersion, at now: Date, _ changes: inout StoreChanges
    ) throws(WalletCoreError) {
        let known = KnownPolicy(document)
        let verdict = StickyBlock.verdict(on: version, by: known, after: nil, at: Int64(now.timeIntervalSince1970))
        try changes.set(.knownPolicy, to: known)
        if let block = StickyBlock(verdict, on: version, policyVersion: known.version) {
            try changes.set(.stickyBlock, to: block)
        } else {
            changes.remove(.stickyBlock)
        }
    }

    /// Requests a newer policy once and evaluates it. An answer of the server also resets a policy time that a fast clock has advanced.
    func poll() async -> DocumentFeed<UpdatePolicy>.Poll {
        let poll = await signals.feed.poll(context.configuration.addresses(\.updatePolicy))
        if poll == .accepted || poll == .unchanged, context.isPresent { time = PolicyTime(notBefore: context.trueNow, context.clock) }
        judge()
        return poll
    }

    // MARK: Judging

    /// Judges this version by the newest policy: its file or, if that is missing, the store's copy.
    func judge() {
        let document = signals.feed.kept?.document
        let known, stored: KnownPolicy?
        let block: StickyBlock?
        do throws(WalletCoreError) {
            do throws(WalletCoreError) {
                stored = try context.store.value(.knownPolicy)
            } catch {
                // A damaged copy is lost and has to be renewed.
                guard error.code == .storeDamaged else { throw error }
                stored = nil
            }
            block = try context.store.value(.stickyBlock)
            known = .newest(document, stored, highest: try context.store.value(.highestVersion(of: .updatePolicy)) ?? 0)
        } catch {
            // If a value cannot be read, or was erased during the call, the verdict stays.
            return
        }
        let date = now
        time = PolicyTime(notBefore: date, context.clock)
        let seconds = Int64(date.timeIntervalSince1970)
        let verdict = StickyBlock.verdict(on: version, by: known, after: block, at: seconds)
        let next = StickyBlock(verdict, on: version, policyVersion: max(known?.version ?? 0, block?.policyVersion ?? 0))
        let policy = known?.policy
        verdictChangesAt = policy?.nextChange(for: version, after: seconds).map { Date(timeIntervalSince1970: TimeInterval($0)) }
        // A policy that cannot be read any more has to be renewed.
        expiresAt = known.map { Date(timeIntervalSince1970: policy == nil ? 0 : TimeInterval($0.expiresAt)) }
        remember(known == stored ? nil : known, next == block ? nil : next, known == nil ? nil : date)
        if next != nil { lock.lock(because: .refused) }
        signals.verdict.set(verdict)
    }

    /// Judges again if a date of the policy has passed.
    func judgeWhenDue() {
        guard let verdictChangesAt, now >= verdictChangesAt else { return }
        judge()
    }

    /// Stores the inputs of the judgement. A full disk does not unblock: the policy itself is kept.
    private func remember(_ known: KnownPolicy?, _ block: StickyBlock?, _ date: Date?) {
        let stored = try? context.store.value(.policyTime)
        let isLater = isStarted && date.map { abs($0.timeIntervalSince(stored ?? .distantPast)) > PolicyTime.resolution } ?? false
        guard known != nil || block != nil || isLater else { return }
        try? context.store.change { changes throws(WalletCoreError) in
            if let known { try changes.set(.knownPolicy, to: known) }
            if let block { try changes.set(.stickyBlock, to: block) }
            if let date, isLater { try changes.set(.policyTime, to: date) }
        }
    }
}

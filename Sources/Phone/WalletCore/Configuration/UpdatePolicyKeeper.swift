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
    /// Wakes the task that polls.
    let timer = RestartableTimer()
    /// The question for a newer policy that callers wait for at a launch.
    let question = TimedQuestion()

    init(_ embedded: EmbeddedEdition, checkpoints: any CheckpointObserver) {
        feed = DocumentFeed(.updatePolicy, trusting: embedded.updatePolicyTrust, above: 0, checkpoints: checkpoints)
    }

    /// Whether the update policy blocks this version of the app.
    var isVersionBlocked: Bool {
        if case .block = verdict.value { true } else { false }
    }
}

/// Judges this version of the app by the newest update policy. A block is stored before it is told, locks the wallet, and stays.
final class UpdatePolicyKeeper {
    let signals: UpdatePolicySignals
    private let context: WalletContext
    private let version: AppVersion
    private let lock: LockKeeper
    /// Whether the start is over; before, no time is lost for storing the time of the judgement.
    var isStarted = false
    /// When the verdict changes by itself, by the time that the policy is judged by.
    private var verdictChangesAt: Date?
    /// When the newest policy expires; nil when there never was one.
    private var expiresAt: Date?
    /// The time that the policy is judged by.
    private var time: PolicyTime?

    init(_ context: WalletContext, _ signals: UpdatePolicySignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
        version = context.configuration.embedded.appVersion
    }

    private var now: Date { time?.now(by: context.clock) ?? context.now }

    /// Whether the newest known policy has expired, and no block says more.
    var mustRenew: Bool {
        guard let expiresAt, !signals.isVersionBlocked else { return false }
        return now >= expiresAt
    }

    /// When the verdict changes by itself, in steady time; nil when it does not, or when it was due and could not be judged.
    var nextVerdict: Date? {
        guard let left = verdictChangesAt?.timeIntervalSince(now), left > 0 else { return nil }
        return context.clock.steadyNow.addingTimeInterval(left)
    }

    // MARK: Documents

    /// Gets ready to judge by what the phone holds. No network.
    ///
    /// - Throws: a store error.
    func start() async throws(WalletCoreError) {
        let (clock, version) = (context.clock, version)
        try await signals.feed.open(context.bridges, context.store) { document, changes throws(WalletCoreError) in
            try Self.adopt(document, for: version, at: clock.now, &changes)
        }
        time = PolicyTime(notBefore: try context.store.value(.policyTime), clock)
        // A block that cannot be read lets nobody in.
        _ = try (context.store.value(.stickyBlock), context.store.value(.highestVersion(of: .updatePolicy)))
        judge()
    }

    /// Stores what belongs to an accepted policy: its contents beside its version. A block of an older policy is over, unless this policy blocks,
    /// too.
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

    /// Asks once for a newer policy and judges by it. An answer of the server also ends the memory of a clock that was fast.
    func poll() async -> DocumentFeed<UpdatePolicy>.Poll {
        let poll = await signals.feed.poll(context.configuration.addresses(\.updatePolicy))
        if poll == .accepted || poll == .unchanged, context.isPresent { time = PolicyTime(notBefore: context.now, context.clock) }
        judge()
        return poll
    }

    // MARK: Judging

    /// Judges this version by the newest policy: its file or, without that, the store's copy.
    func judge() {
        let document = signals.feed.kept?.document
        let known, stored: KnownPolicy?
        let block: StickyBlock?
        do throws(WalletCoreError) {
            do throws(WalletCoreError) {
                stored = try context.store.value(.knownPolicy)
            } catch {
                // A damaged copy is lost, and to be renewed.
                guard error.code == .storeDamaged else { throw error }
                stored = nil
            }
            block = try context.store.value(.stickyBlock)
            known = .newest(document, stored, highest: try context.store.value(.highestVersion(of: .updatePolicy)) ?? 0)
        } catch {
            // A value that cannot be read, or was just erased, unblocks nothing.
            return
        }
        let date = now
        time = PolicyTime(notBefore: date, context.clock)
        let seconds = Int64(date.timeIntervalSince1970)
        let verdict = StickyBlock.verdict(on: version, by: known, after: block, at: seconds)
        let next = StickyBlock(verdict, on: version, policyVersion: max(known?.version ?? 0, block?.policyVersion ?? 0))
        let policy = known?.policy
        verdictChangesAt = policy?.nextChange(for: version, after: seconds).map { Date(timeIntervalSince1970: TimeInterval($0)) }
        // A policy that cannot be read any more is to be renewed.
        expiresAt = known.map { Date(timeIntervalSince1970: policy == nil ? 0 : TimeInterval($0.expiresAt)) }
        remember(known == stored ? nil : known, next == block ? nil : next, known == nil ? nil : date)
        if next != nil { lock.lock(because: .refused) }
        signals.verdict.set(verdict)
    }

    /// Judges again when a date of the policy has come.
    func judgeWhenDue() {
        guard let verdictChangesAt, now >= verdictChangesAt else { return }
        judge()
    }

    /// Stores what was judged by. A full disk does not unblock: the policy itself is kept.
    private func remember(_ known: KnownPolicy?, _ block: StickyBlock?, _ date: Date?) {
        let stored = try? context.store.value(.policyTime)
        let isLater = isStarted && date.map { abs($0.timeIntervalSince(stored ?? .distantPast)) > PolicyTime.grain } ?? false
        guard known != nil || block != nil || isLater else { return }
        try? context.store.change { changes throws(WalletCoreError) in
            if let known { try changes.set(.knownPolicy, to: known) }
            if let block { try changes.set(.stickyBlock, to: block) }
            if let date, isLater { try changes.set(.policyTime, to: date) }
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
package import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes what the update policy says of this version of the app: the verdict now, then every other.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setUpdatePolicyStream() throws(WalletCoreError) -> AsyncStream<UpdateVerdict> {
        try admit(.setUpdatePolicyStream)
        return try updateVerdict.observe()
    }

    /// Ends the update policy stream, if there is one. May be called in any state.
    package func clearUpdatePolicyStream() {
        updateVerdict.clear()
    }

    /// PF1.4 Apply update policy: what is said of this version now. Only when the newest known policy has expired a newer one is waited for.
    ///
    /// - Throws: `noInternet`, `serverUnreachable` when the policy has expired and no newer one can be had (1.1d, 1.1e); `platformMissing`,
    ///   `notInitialized`, a store error. A block that is known is told without a network.
    package func applyUpdatePolicy() async throws(WalletCoreError) -> UpdateVerdict {
        let running = try admitted(.applyUpdatePolicy)
        judgeVersion(running)
        var answer: DocumentFeed<UpdatePolicy>.Poll?
        // A server that gives nothing that can be used is left for the embedded address at once: the user waits.
        for _ in addresses(\.updatePolicy) where mustRenewPolicy && answer != .failed(.noInternet) {
            answer = await pollUpdatePolicy(running)
        }
        if mustRenewPolicy, let answer {
            switch answer {
            case .failed(.noInternet): throw WalletCoreError(.noInternet, "the update policy has expired, and there is no connection")
            default: throw WalletCoreError(.serverUnreachable, "the update policy has expired: \(answer)")
            }
        }
        return updateVerdict.value
    }

    /// Whether the newest known policy has expired: then `applyUpdatePolicy` has to be called before a wallet can be opened. One that is open
    /// stays open until it locks. False while this version is blocked: that says more.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUpdatePolicyExpired() throws(WalletCoreError) -> Bool {
        try admit(.isUpdatePolicyExpired)
        return mustRenewPolicy
    }

    // MARK: Inside

    /// Whether the update policy blocks this version of the app.
    var isVersionBlocked: Bool {
        if case .block = updateVerdict.value { true } else { false }
    }

    /// Whether the newest known policy has expired, and that is what stands in the way.
    var mustRenewPolicy: Bool {
        guard case .running(let running) = life, let expiry = policyExpiresAt, !isVersionBlocked else { return false }
        return policyNow(by: running.bridges.clock) >= expiry
    }

    /// The time that the policy is judged by.
    private func policyNow(by clock: any ClockBridge) -> Date { policyTime?.now(by: clock) ?? clock.now }

    /// What belongs to a policy that is accepted: what it says, beside its version; and a block of an older one is over, unless this one
    /// blocks, too.
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

    /// Gets ready to judge by what the phone holds. No network.
    ///
    /// - Throws: a store error.
    func startPolicy(_ running: Running) async throws(WalletCoreError) {
        let clock = running.bridges.clock
        let version = embedded.appVersion
        try await updatePolicyFeed.open(running.bridges, running.store) { document, changes throws(WalletCoreError) in
            try Self.adopt(document, for: version, at: clock.now, &changes)
        }
        policyTime = PolicyTime(notBefore: try running.store.value(.policyTime), clock)
        // A block that cannot be read lets nobody in.
        _ = try (running.store.value(.stickyBlock), running.store.value(.highestVersion(of: .updatePolicy)))
        judgeVersion(running)
    }

    /// Forgets what was judged, for its store is about to go.
    func forgetPolicy() async {
        await updatePolicyFeed.close()
        (policyTime, policyExpiresAt, verdictChangesAt) = (nil, nil, nil)
    }

    /// Asks once for a newer policy and judges by it. An answer of the server also ends the memory of a clock that was fast.
    func pollUpdatePolicy(_ running: Running) async -> DocumentFeed<UpdatePolicy>.Poll {
        let poll = await updatePolicyFeed.poll(addresses(\.updatePolicy))
        if poll == .accepted || poll == .unchanged, case .running(let now) = life, now.store === running.store {
            policyTime = PolicyTime(notBefore: running.bridges.clock.now, running.bridges.clock)
        }
        judgeVersion(running)
        return poll
    }

    /// Judges this version by the newest policy: its file or, without that, what the store keeps of it. A block is remembered before it is
    /// told, locks the wallet, and stays.
    func judgeVersion(_ running: Running) {
        let version = embedded.appVersion
        let document = updatePolicyFeed.kept?.document
        let known, stored: KnownPolicy?
        let block: StickyBlock?
        do throws(WalletCoreError) {
            do throws(WalletCoreError) {
                stored = try running.store.value(.knownPolicy)
            } catch {
                // One that is damaged is lost, and to be renewed.
                guard error.code == .storeDamaged else { throw error }
                stored = nil
            }
            block = try running.store.value(.stickyBlock)
            known = .newest(document, stored, highest: try running.store.value(.highestVersion(of: .updatePolicy)) ?? 0)
        } catch {
            // What cannot be read, or was just erased, unblocks nothing.
            return
        }
        let date = policyNow(by: running.bridges.clock)
        policyTime = PolicyTime(notBefore: date, running.bridges.clock)
        let now = Int64(date.timeIntervalSince1970)
        let verdict = StickyBlock.verdict(on: version, by: known, after: block, at: now)
        let next = StickyBlock(verdict, on: version, policyVersion: max(known?.version ?? 0, block?.policyVersion ?? 0))
        let policy = known?.policy
        verdictChangesAt = policy?.nextChange(for: version, after: now).map { Date(timeIntervalSince1970: TimeInterval($0)) }
        // One that cannot be read any more is to be renewed.
        policyExpiresAt = known.map { Date(timeIntervalSince1970: policy == nil ? 0 : TimeInterval($0.expiresAt)) }
        remember(known == stored ? nil : known, next == block ? nil : next, known == nil ? nil : date, running)
        if next != nil { lock(because: .refused) }
        updateVerdict.set(verdict)
    }

    /// Keeps what was judged by; a start has no time to lose, and leaves the time to what follows it. A disk that is full does not unblock: the
    /// policy itself is kept.
    private func remember(_ known: KnownPolicy?, _ block: StickyBlock?, _ date: Date?, _ running: Running) {
        let stored = try? running.store.value(.policyTime)
        let isLater = isInitialized() && date.map { abs($0.timeIntervalSince(stored ?? .distantPast)) > PolicyTime.grain } ?? false
        guard known != nil || block != nil || isLater else { return }
        try? running.store.change { changes throws(WalletCoreError) in
            if let known { try changes.set(.knownPolicy, to: known) }
            if let block { try changes.set(.stickyBlock, to: block) }
            if let date, isLater { try changes.set(.policyTime, to: date) }
        }
    }

    /// Judges anew when a date of the policy has come, whoever was to do so.
    func enforceUpdatePolicy() {
        guard case .running(let running) = life, let verdictChangesAt, policyNow(by: running.bridges.clock) >= verdictChangesAt
        else { return }
        judgeVersion(running)
    }

    /// Asks for newer update policies, and judges when a date of the policy has come, until the task is cancelled.
    func keepUpdatePolicy(by clock: any ClockBridge) async {
        await policyQuestion.serve { await answerForPolicy(by: clock) }
    }

    private func answerForPolicy(by clock: any ClockBridge) async {
        polls: while !Task.isCancelled {
            updatePolicyTimer.clearWake()
            let question = policyQuestion.number
            guard case .running(let running) = life else {
                await updatePolicyTimer.wait(untilSteady: nil, by: clock)
                continue
            }
            _ = await pollUpdatePolicy(running)
            policyQuestion.end(question)
            let next = await nextPoll(of: updatePolicyFeed, every: configuration.features.updatePolicyPollSeconds, clock)
            // Between two polls the verdict may change by itself. A ring says that the store is another one.
            while let change = nextVerdict(by: clock), change < next, !Task.isCancelled {
                if await updatePolicyTimer.wait(untilSteady: change, by: clock) { continue polls }
                enforceUpdatePolicy()
            }
            await updatePolicyTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// When the verdict changes by itself, in steady time; nil when it does not, or was due and could not be judged.
    private func nextVerdict(by clock: any ClockBridge) -> Date? {
        guard let left = verdictChangesAt?.timeIntervalSince(policyNow(by: clock)), left > 0 else { return nil }
        return clock.steadyNow.addingTimeInterval(left)
    }
}

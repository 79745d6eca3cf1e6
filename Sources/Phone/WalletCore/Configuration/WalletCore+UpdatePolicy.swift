// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
package import WalletConfiguration

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
        await judgeVersion(running)
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
        if !isVersionBlocked, let policy = await updatePolicyFeed.kept?.document, now >= policy.claims.expiresAt {
            let poll = await pollUpdatePolicy(running)
            switch poll {
            case .accepted: break
            case .failed(.noInternet): throw WalletCoreError(.noInternet, "the update policy has expired, and there is no connection")
            case .unchanged, .refused, .failed: throw WalletCoreError(.serverUnreachable, "the update policy has expired: \(poll)")
            }
        }
        return updateVerdict.value
    }

    // MARK: Inside

    /// Whether the update policy blocks this version of the app.
    var isVersionBlocked: Bool {
        if case .block = updateVerdict.value { true } else { false }
    }

    /// Asks once for a newer policy and judges by it.
    func pollUpdatePolicy(_ running: Running) async -> DocumentFeed<UpdatePolicy>.Poll {
        let poll = await updatePolicyFeed.poll(addresses(\.updatePolicy))
        await judgeVersion(running)
        return poll
    }

    /// Judges this version by the newest policy.
    func judgeVersion(_ running: Running) async {
        updatePolicy = await updatePolicyFeed.kept?.document
        judgeVersionAgain(running)
    }

    /// Judges this version anew. A block is remembered before it is told, locks the wallet, and stays.
    func judgeVersionAgain(_ running: Running) {
        let version = embedded.appVersion
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
        verdictChangesAt = updatePolicy?.contents.nextChange(for: version, after: now).map { Date(timeIntervalSince1970: TimeInterval($0)) }
        let block: StickyBlock?
        do throws(WalletCoreError) {
            block = try running.store.value(.stickyBlock)
        } catch {
            // What cannot be read, or was just erased, unblocks nothing.
            return
        }
        let verdict = StickyBlock.verdict(on: version, by: updatePolicy, after: block, at: now)
        if case .block(let isUpdateAvailable) = verdict {
            let next = StickyBlock(
                policyVersion: max(updatePolicy?.version ?? 0, block?.policyVersion ?? 0), appVersion: version.description,
                isUpdateAvailable: isUpdateAvailable)
            if next != block {
                // A disk that is full does not unblock: the policy itself is kept.
                try? running.store.change { changes throws(WalletCoreError) in try changes.set(.stickyBlock, to: next) }
            }
            lock(because: .refused)
        }
        updateVerdict.set(verdict)
    }

    /// Judges anew when a date of the policy has come, whoever was to do so.
    func enforceUpdatePolicy() {
        guard case .running(let running) = life, let verdictChangesAt, running.bridges.clock.now >= verdictChangesAt else { return }
        judgeVersionAgain(running)
    }

    /// Asks for newer update policies, and judges when a date of the policy has come, until the task is cancelled.
    func keepUpdatePolicy(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            var next: Date?
            if case .running(let running) = life {
                _ = await pollUpdatePolicy(running)
                next = await nextPoll(of: updatePolicyFeed, every: configuration.features.updatePolicyPollSeconds, clock)
                // Between two polls the verdict may change by itself.
                while let change = verdictChangesAt, let poll = next, change < poll, !Task.isCancelled {
                    await updatePolicyAlarm.wait(until: change, by: clock)
                    await judgeVersion(running)
                }
            }
            await updatePolicyAlarm.wait(until: next, by: clock)
        }
    }
}

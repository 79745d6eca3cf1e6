// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The background tasks of the core. Each runs until it is cancelled, and survives erasures of the wallet.
extension Core {
    func keepLock(by clock: any ClockBridge) async { await lockKeeper.keepDeadlines(by: clock) }

    /// Deletes platform keys that were dropped before confirmation.
    func keepBiometricKey(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            await shared.biometrics.timer.wait(until: nil, by: clock)
            try? await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
                try await wallet().biometrics.deleteUnconfirmedKey()
            }
        }
    }

    /// Polls for newer configurations, and marks an expired configuration.
    func keepConfiguration(by clock: any ClockBridge) async {
        let keeper = shared.configuration
        polls: while !Task.isCancelled {
            keeper.timer.clearWake()
            guard isInitialized() else {
                await keeper.timer.wait(untilSteady: nil, by: clock)
                continue
            }
            _ = await pollConfiguration(by: clock)
            let next = await nextPoll(of: keeper.feed, every: keeper.document.features.configurationPollSeconds, clock)
            // The configuration may expire between two polls.
            while let expiry = keeper.expiry(by: clock, at: shared.time.now(by: clock)), expiry < next, !Task.isCancelled {
                if await keeper.timer.wait(untilSteady: expiry, by: clock) { continue polls }
                applyConfiguration(at: shared.time.now(by: clock))
            }
            await keeper.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Polls for newer update policies, and judges again at each date of the policy.
    func keepUpdatePolicy(by clock: any ClockBridge) async {
        await shared.updatePolicy.question.serve { await pollUpdatePolicies(by: clock) }
    }

    private func pollUpdatePolicies(by clock: any ClockBridge) async {
        let signals = shared.updatePolicy
        polls: while !Task.isCancelled {
            signals.timer.clearWake()
            let question = signals.question.number
            guard case .running(let wallet) = life else {
                await signals.timer.wait(untilSteady: nil, by: clock)
                continue
            }
            let poll = await wallet.updatePolicy.poll()
            signals.question.end(question, isAnswered: poll == .accepted || poll == .unchanged)
            let next = await nextPoll(
                of: signals.feed, every: shared.configuration.document.features.updatePolicyPollSeconds, clock)
            // The verdict may change between two polls. A wake-up asks for a new poll: the wallet was replaced, or the true time has
            // changed.
            while case .running(let wallet) = life, let change = wallet.updatePolicy.nextVerdict, change < next, !Task.isCancelled {
                if await signals.timer.wait(untilSteady: change, by: clock) { continue polls }
                if case .running(let wallet) = life { wallet.updatePolicy.judgeWhenDue() }
            }
            await signals.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Requests the status at launch, during every scan and at half the maximum age. Erases a wallet whose user has deleted it remotely,
    /// and retries if that fails.
    func keepWalletStatus(by clock: any ClockBridge) async {
        await shared.status.question.serve { await pollWalletStatus(by: clock) }
    }

    private func pollWalletStatus(by clock: any ClockBridge) async {
        let signals = shared.status
        var schedule = PollSchedule()
        while !Task.isCancelled {
            signals.timer.clearWake()
            let question = signals.question.number
            var next: Date?
            let isDone = await updateWalletStatus(isRetrying: schedule.failures > 0)
            if let isDone {
                isDone ? schedule.noteSuccess() : schedule.noteFailure()
                next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: maximumStatusAge / 2, chance: chance()))
            }
            signals.question.end(question, isAnswered: isDone != false)
            await signals.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Requests the status if it is due, or erases a wallet that its user has deleted.
    ///
    /// - Returns: true on success; nil if there is nothing to do before the next wake-up.
    private func updateWalletStatus(isRetrying: Bool) async -> Bool? {
        guard case .running(let wallet) = life else { return isErasingPending ? await finishErasing() : nil }
        let stored: StoredWalletStatus
        do throws(WalletCoreError) {
            guard let known = try wallet.status.statusToRefresh() else { return nil }
            stored = known
        } catch {
            return false
        }
        if stored.demandsWipe { return await wipeRevoked() }
        // The shortest delay, so that every scheduled poll asks: a poll that found the status fresh would let it become too old before the
        // next.
        let age = PollSchedule.shortestDelay(interval: maximumStatusAge / 2)
        guard wallet.status.isWanted || isRetrying || !wallet.status.isFresh(stored, maximumAge: age) else { return true }
        // Cleared before the request: a launch or a scan that begins meanwhile wants a request of its own.
        let isWanted = wallet.status.isWanted
        wallet.status.isWanted = false
        let isKnown = (try? await refreshWalletStatus(timeout: .seconds(4))) != nil
        if isWanted && !isKnown { wallet.status.isWanted = true }
        return isKnown
    }

    /// Deregisters erased wallets at the provider: immediately, then at growing intervals, until each is deregistered or given up.
    func keepDeregistrations(by clock: any ClockBridge) async {
        var schedule = PollSchedule()
        while !Task.isCancelled {
            shared.deregistrationTimer.clearWake()
            var next: Date?
            if case .running(let wallet) = life {
                let isDone = await wallet.deregistrar.endAll()
                isDone ? schedule.noteSuccess() : schedule.noteFailure()
                if !isDone {
                    next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: PendingDeregistration.interval, chance: chance()))
                }
            }
            await shared.deregistrationTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// Tells verifiers that a session has ended for which no call waits.
    func tellVerifiers(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            shared.farewellTimer.clearWake()
            if case .running(let wallet) = life { await wallet.sharing.tellAll() }
            await shared.farewellTimer.wait(until: nil, by: clock)
        }
    }

    /// Fetches the cards' statuses after every unlock, every issuance and, while the wallet is unlocked, at half the maximum age.
    func keepCardStatuses(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            shared.cards.statusTimer.clearWake()
            var next: Date?
            if case .running(let wallet) = life, lockKeeper.isOpen {
                _ = try? await refreshCardStatuses()
                // A card may have expired during the request.
                wallet.cards.show()
                next = clock.steadyNow.addingTimeInterval(maximumStatusAge / 2)
            }
            await shared.cards.statusTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// Checks that stored cards can be read, after every unlock and every issuance.
    func keepCardsChecked(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            shared.cards.checkTimer.clearWake()
            if case .running(let wallet) = life, lockKeeper.isOpen { try? await wallet.cards.checkAll() }
            await shared.cards.checkTimer.wait(until: nil, by: clock)
        }
    }

    // MARK: Schedules

    private var maximumStatusAge: TimeInterval { TimeInterval(shared.configuration.document.features.walletStatusMaximumAgeSeconds) }

    /// The monotonic time of a feed's next poll. Polls do not depend on the wall clock.
    private func nextPoll<Contents>(of feed: DocumentFeed<Contents>, every seconds: Int, _ clock: any ClockBridge) async -> Date {
        clock.steadyNow.addingTimeInterval(await feed.schedule.delay(interval: TimeInterval(seconds), chance: chance()))
    }

    /// A random number for a schedule: 0 ..< 1.
    private func chance() -> Double {
        Double(randomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296
    }
}

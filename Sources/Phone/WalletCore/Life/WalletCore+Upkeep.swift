// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The background tasks of the core. Each runs until its task is cancelled, through every erasing of the wallet.
extension WalletCore {
    func keepLock(by clock: any ClockBridge) async { await lockKeeper.keepDeadlines(by: clock) }

    /// Deletes keys that were proven and dropped.
    func keepBiometricKey(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            await shared.biometrics.timer.wait(until: nil, by: clock)
            try? await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
                try await wallet().biometrics.deleteUnconfirmedKey()
            }
        }
    }

    /// Asks for newer configurations, and marks one that expires.
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
            while let expiry = keeper.expiry(by: clock), expiry < next, !Task.isCancelled {
                if await keeper.timer.wait(untilSteady: expiry, by: clock) { continue polls }
                applyConfiguration(at: clock.now)
            }
            await keeper.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Asks for newer update policies, and judges when a date of the policy has come.
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
            _ = await wallet.updatePolicy.poll()
            signals.question.end(question)
            let next = await nextPoll(
                of: signals.feed, every: shared.configuration.document.features.updatePolicyPollSeconds, clock)
            // The verdict may change by itself between two polls. A wake-up means that there is another wallet.
            while case .running(let wallet) = life, let change = wallet.updatePolicy.nextVerdict, change < next, !Task.isCancelled {
                if await signals.timer.wait(untilSteady: change, by: clock) { continue polls }
                if case .running(let wallet) = life { wallet.updatePolicy.judgeWhenDue() }
            }
            await signals.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Asks for the status at launch, during every scan and when half of the longest age is over; erases a wallet that its user has
    /// deleted from elsewhere, and goes on with that when it fails.
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
            if let isDone = await updateWalletStatus(isRetrying: schedule.failures > 0) {
                isDone ? schedule.noteSuccess() : schedule.noteFailure()
                next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: maximumStatusAge / 2, chance: chance()))
            }
            signals.question.end(question)
            await signals.timer.wait(untilSteady: next, by: clock)
        }
    }

    /// Asks for the status if it is due, or erases a wallet that its user has deleted.
    ///
    /// - Returns: whether it succeeded; nil when nothing is to be done before a wake-up.
    private func updateWalletStatus(isRetrying: Bool) async -> Bool? {
        guard case .running(let wallet) = life else { return isErasingOwed ? await finishErasing() : nil }
        let stored: StoredWalletStatus
        do throws(WalletCoreError) {
            guard let known = try wallet.status.statusToRefresh() else { return nil }
            stored = known
        } catch {
            return false
        }
        if stored.demandsWipe { return await wipeRevoked() }
        guard wallet.status.isWanted || isRetrying || !wallet.status.isFresh(stored, maximumAge: maximumStatusAge / 2) else { return true }
        let isKnown = (try? await refreshWalletStatus(timeout: .seconds(4))) != nil
        wallet.status.isWanted = wallet.status.isWanted && !isKnown
        return isKnown
    }

    /// Ends the accounts of erased wallets at the provider: at once, then less and less often, until each is ended or given up.
    func keepDeregistrations(by clock: any ClockBridge) async {
        var schedule = PollSchedule()
        while !Task.isCancelled {
            shared.deregistrationTimer.clearWake()
            var next: Date?
            if case .running(let wallet) = life {
                let isDone = await wallet.deregistrations.endAll()
                isDone ? schedule.noteSuccess() : schedule.noteFailure()
                if !isDone {
                    next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: PendingDeregistration.interval, chance: chance()))
                }
            }
            await shared.deregistrationTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// Asks for the cards' statuses after every unlock, every issuance and, while the wallet stays open, when half of the longest age is over.
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

    /// Checks whether stored cards can be read, after every unlock and every issuance.
    func keepCardsChecked(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            shared.cards.checkTimer.clearWake()
            if case .running(let wallet) = life, lockKeeper.isOpen { try? await wallet.cards.checkAll() }
            await shared.cards.checkTimer.wait(until: nil, by: clock)
        }
    }

    // MARK: Schedules

    /// The maximum age of a status, in seconds.
    private var maximumStatusAge: TimeInterval { TimeInterval(shared.configuration.document.features.walletStatusMaximumAgeSeconds) }

    /// When a feed is to be asked next, in steady time: polls go on whatever the phone's clock is set to.
    private func nextPoll<Contents>(of feed: DocumentFeed<Contents>, every seconds: Int, _ clock: any ClockBridge) async -> Date {
        clock.steadyNow.addingTimeInterval(await feed.schedule.delay(interval: TimeInterval(seconds), chance: chance()))
    }

    /// A chance for a schedule: 0 ..< 1.
    private func chance() -> Double {
        Double(randomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296
    }
}

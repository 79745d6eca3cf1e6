// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension WalletCore {
    /// Asks the provider for the wallet's status, in its turn.
    func refreshWalletStatus(timeout: Duration) async throws(WalletCoreError) -> WalletStatus {
        try admit(.refreshWalletStatus)
        try await providerMutex.run { () async throws(WalletCoreError) in
            let running = try admitted(.refreshWalletStatus)
            guard let registration = try running.store.value(.registration) else {
                throw WalletCoreError(.notRegistered, "there is no remote PIN")
            }
            guard !awaitsAnswer(running) else {
                throw WalletCoreError(.serverUnreachable, "the answer to an earlier message is still to be learnt")
            }
            let reply = try await perform(.walletStatus, as: DeviceIdentity(registration), running, timeout: timeout) {
                () throws(WalletCoreError) in
                let number = try nextSequenceNumber(running)
                try running.store.change { changes throws(WalletCoreError) in try changes.set(.sequenceNumber, to: number) }
                return number
            }
            try await judge(reply, running)
        }
        return walletStatus.value
    }

    /// Whether a message to the provider has no answer yet: the same bytes are to be sent again, and a later message would make them stale.
    private func awaitsAnswer(_ running: Running) -> Bool {
        unanswered.values.contains { $0.isAlive(at: running.bridges.clock.now) }
    }

    private func judge(_ reply: DeviceInstructionReply, _ running: Running) async throws(WalletCoreError) {
        switch reply {
        case .done(let result):
            guard let result, let status = try? AccountStatus(result) else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no status")
            }
            switch status {
            case .active, .recovering: note(.active, isProven: true, running)
            case .blocked:
                note(.active, isProven: true, running)
                // A wallet that is blocked for good does not open by face or finger either, nor stay open.
                lock(because: .refused)
                try await forgetBiometrics(running)
            case .revoked(let reason, let canRegisterNewWallet):
                let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
                note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: true, running)
            }
        case .refused(.certificateRejected):
            throw WalletCoreError(.walletRejected, "the provider does not know this wallet")
        case .refused(let problem):
            noteRevocation(in: problem, running)
            throw WalletCoreError(.unexpected, "the provider refused to tell the status: \(problem.type)")
        }
    }

    /// Renews a status that is too old, for a biometric unlock.
    ///
    /// - Returns: whether it is young enough now.
    /// - Throws: `walletRevoked`; a store error.
    func hasFreshStatus(_ running: Running) async throws(WalletCoreError) -> Bool {
        func isFresh() throws(WalletCoreError) -> Bool {
            guard let stored = try running.store.value(.walletStatus) else { return false }
            return self.isFresh(stored, maximumAge: maximumStatusAge, running)
        }
        if try isFresh() { return true }
        _ = try? await refreshWalletStatus(timeout: .seconds(4))
        try admit(.unlockWithBiometrics)
        return try isFresh()
    }

    /// Looks at the stored status: whether it is younger than the longest age, in seconds, by the phone's clock and, within one process, in
    /// steady time. How far the clock has come is written down, so that a clock that is put back later makes nothing young again.
    private func isFresh(_ stored: StoredWalletStatus, maximumAge: TimeInterval, _ running: Running) -> Bool {
        let clock = running.bridges.clock
        let now = clock.now
        if statusLearnt?.shown != stored.learntAt { countStatusAge(stored, by: clock) }
        let isFresh = stored.isFresh(at: now, maximumAge: maximumAge)
        if let seen = stored.seen(at: now) {
            // A disk that is full locks nobody out; this process remembers all the same.
            try? running.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: seen) }
        }
        guard let statusLearnt else { return false }
        return isFresh && clock.steadyNow.timeIntervalSince(statusLearnt.steady) < maximumAge
    }

    /// Counts the age of what is stored in steady time from now on.
    func countStatusAge(_ stored: StoredWalletStatus, by clock: any ClockBridge) {
        let age = max(clock.now.timeIntervalSince(stored.learntAt), 0)
        statusLearnt = (stored.learntAt, clock.steadyNow.addingTimeInterval(-age))
    }

    // MARK: In the background

    /// Asks for the status at launch, during every scan and when half of the longest age is over; erases a wallet that its user has
    /// deleted from elsewhere, and goes on with that when it fails. Until the task is cancelled.
    func keepWalletStatus(by clock: any ClockBridge) async {
        await statusQuestion.serve { await answerForStatus(by: clock) }
    }

    private func answerForStatus(by clock: any ClockBridge) async {
        var schedule = PollSchedule()
        while !Task.isCancelled {
            walletStatusTimer.clearWake()
            let question = statusQuestion.number
            var next: Date?
            if let isDone = await keepWalletStatus(isRetrying: schedule.failures > 0, by: clock) {
                isDone ? schedule.noteSuccess() : schedule.noteFailure()
                next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: maximumStatusAge / 2, chance: chance()))
            }
            statusQuestion.end(question)
            await walletStatusTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// Does what is due.
    ///
    /// - Returns: whether it succeeded; nil when nothing is to be done before somebody rings.
    private func keepWalletStatus(isRetrying: Bool, by clock: any ClockBridge) async -> Bool? {
        guard case .running(let running) = life else { return isErasingOwed ? await finishErasing() : nil }
        let stored: StoredWalletStatus
        do throws(WalletCoreError) {
            guard let known = try statusToKeep(running) else { return nil }
            stored = known
        } catch {
            return false
        }
        if stored.demandsWipe { return await wipeRevoked() }
        guard isStatusWanted || isRetrying || !isFresh(stored, maximumAge: maximumStatusAge / 2, running) else { return true }
        let isKnown = (try? await refreshWalletStatus(timeout: .seconds(4))) != nil
        isStatusWanted = isStatusWanted && !isKnown
        return isKnown
    }

    /// What is known of the wallet; nil when there is nothing to be learnt of it any more.
    ///
    /// - Throws: a store error.
    private func statusToKeep(_ running: Running) throws(WalletCoreError) -> StoredWalletStatus? {
        guard try running.store.value(.registration) != nil else { return nil }
        // Only where there is none: looking at it writes, and must not write over what could not be read.
        let stored = try running.store.value(.walletStatus) ?? StoredWalletStatus(revocation: nil, learntAt: .distantPast)
        guard let revocation = stored.revocation, revocation.isProven, !stored.demandsWipe else { return stored }
        return nil
    }
}

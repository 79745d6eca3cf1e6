// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

/// The promises of the `Wallet` protocol, checked on any implementation. The tests of the core run it on the core, those of the app on their fake.
package struct WalletConformance: Sendable {
    /// A promise of the protocol.
    package struct Promise: Sendable, CustomTestStringConvertible {
        package let testDescription: String
        private let check: @Sendable (WalletConformance) async throws -> Void

        fileprivate init(_ text: String, _ check: @escaping @Sendable (WalletConformance) async throws -> Void) {
            testDescription = text
            self.check = check
        }

        /// Checks the promise on new wallets of a bench.
        package func check(on bench: any WalletBench) async throws { try await check(WalletConformance(bench)) }
    }

    /// All promises, for the arguments of a test.
    package static let promises = [
        Promise("the table decides on every call in every state") { try await $0.checkMatrix() },
        Promise("some calls are never refused") { try await $0.checkCallsThatAreNeverRefused() },
        Promise("a stream begins with the present value") { try await $0.checkStreams() },
        Promise("rebinding locks and ends the streams") { try await $0.checkRebinding() },
        Promise("a lock counts at once, and the PIN unlocks again") { try await $0.checkLock() },
        Promise("the deletion code stays, and so does its confirmation") { try await $0.checkRevocationCode() },
        Promise("settings keep what they are given") { try await $0.checkSettings() },
        Promise("a wipe leaves a phone without a wallet") { try await $0.checkWipe() },
        Promise("foreign links and unknown tickets change nothing") { try await $0.checkLinks() },
        Promise("a new wallet is empty") { try await $0.checkNewWallet() },
        Promise("the history is deleted and switched as the person wants") { try await $0.checkHistory() },
        Promise("without a session of sharing there is nothing to answer") { try await $0.checkNoSharing() },
    ]

    private let bench: any WalletBench

    private init(_ bench: any WalletBench) {
        self.bench = bench
    }

    /// The codes by which the table of calls refuses.
    private static let refusals: Set<WalletCoreError.Code> = [
        .platformMissing, .notInitialized, .alreadyInitialized, .notRegistered, .alreadyRegistered, .locked, .versionBlocked,
        .walletRevoked,
        .policyExpired,
    ]

    /// The calls that the core makes itself: the app's protocols do not have them.
    private static let callsOfTheCore: Set<CoreCall> = [.refreshWalletStatus, .refreshCardStatuses]

    /// Every call in every state is admitted or refused as the table says.
    private func checkMatrix() async throws {
        for state in bench.states {
            for call in CoreCall.allCases {
                let wallet = try await bench.wallet(in: state)
                guard let benchCall = bench.call(call) else {
                    #expect(Self.callsOfTheCore.contains(call), "the bench does not make \(call)")
                    continue
                }
                let expected = Admission(state: state).refusal(of: call)?.code
                #expect(benchCall.need == BenchCall.Need(call.leastState), "\(call)")
                #expect(benchCall.isSilent == call.isSilent, "\(call)")
                var thrown: WalletCoreError.Code?
                do {
                    try await benchCall.make(wallet)
                } catch let error as WalletCoreError {
                    thrown = error.code
                }
                let refusal = thrown.flatMap { Self.refusals.contains($0) ? $0 : nil }
                #expect(refusal == (call.isSilent ? nil : expected), "\(call) while \(state)")
            }
        }
    }

    /// Some members may be called in every state and are never refused.
    private func checkCallsThatAreNeverRefused() async throws {
        for state in bench.states {
            let wallet = try await bench.wallet(in: state)
            #expect(await wallet.isInitialized() == (state > .waitingForInitialize))
            await wallet.noteActivity()
            for question in LaunchQuestion.allCases {
                await wallet.awaitAnswer(to: question)
                let answer = wallet.answer(to: question)
                #expect(try await wallet.answer(to: question, otherThan: answer == .open ? .known : .open) == answer)
            }
            await wallet.prepareUnlock()
            await wallet.preparePINChange()
            #expect(wallet.policyViolation(of: bench.pin) == nil)
            #expect(wallet.lastCorrelationID == nil)
            #expect(await !wallet.isClockWrong())
            await wallet.lock(because: .loggedOut)
            await wallet.rebind()
        }
    }

    /// Each stream begins with the present value.
    private func checkStreams() async throws {
        for state in bench.states where state >= .empty {
            let wallet = try await bench.wallet(in: state)
            #expect(await first(try await wallet.setLockStream())?.isOpen == (state == .unlocked))
            #expect(await first(try await wallet.setConfigurationStream()) != nil)
            #expect(await first(try await wallet.setUpdatePolicyStream()) == .ok)
            #expect(await first(try await wallet.setWalletStatusStream()) == .active)
            let cards = await first(try await wallet.setCardsStream())
            #expect(cards == (state == .unlocked ? .shown([]) : .hidden), "\(state)")
        }
    }

    /// `rebind` locks, and ends the streams of the app before.
    private func checkRebinding() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        let (locks, cards) = (try await wallet.setLockStream(), try await wallet.setCardsStream())
        await wallet.rebind()
        #expect(try await !wallet.isUnlocked())
        var last: LockState?
        for await state in locks { last = state }
        #expect(last?.isOpen != true)
        for await _ in cards {}
        #expect(await first(try await wallet.setLockStream())?.isOpen == false)
    }

    /// Registering unlocks; a lock counts at once; the PIN unlocks again.
    private func checkLock() async throws {
        let wallet = try await bench.wallet(in: .empty)
        try await wallet.register(pin: bench.pin)
        #expect(try await wallet.hasRemotePIN())
        #expect(try await wallet.isUnlocked())
        await wallet.lock(because: .loggedOut)
        #expect(try await !wallet.isUnlocked())
        #expect(await first(try await wallet.setLockStream()) == .locked(.loggedOut))
        #expect(try await wallet.unlock(pin: bench.pin) == .valid)
        #expect(try await wallet.isUnlocked())
        #expect(try await wallet.unreportedWrongTries() == 0)
        #expect(try await wallet.unreportedRecentWrongTries() == nil)
        try await wallet.confirmWrongTriesShown()
        #expect(try await !wallet.hasExpiredLink())
        try await wallet.confirmExpiredLinkShown()
        #expect(try await !wallet.isPINPracticeDue())
        try await wallet.notePINPractice()
    }

    /// The deletion code stays the same, and its confirmation is kept.
    private func checkRevocationCode() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        let code = try await wallet.revocationCode()
        #expect(try await !wallet.isRevocationCodeConfirmed())
        try await wallet.confirmRevocationCode()
        try await wallet.confirmRevocationCode()
        #expect(try await wallet.isRevocationCodeConfirmed())
        #expect(try await wallet.revocationCode() == code)
    }

    /// The settings keep what they are given; nil returns to the phone's or the configured value.
    private func checkSettings() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        #expect(try await wallet.language() == nil)
        try await wallet.setLanguage("nl")
        #expect(try await wallet.language() == "nl")
        try await wallet.setLanguage(nil)
        #expect(try await wallet.language() == nil)
        let configured = try await wallet.inactivityTimeout()
        try await wallet.setInactivityTimeout(60)
        #expect(try await wallet.inactivityTimeout() == 60)
        try await wallet.setInactivityTimeout(nil)
        #expect(try await wallet.inactivityTimeout() == configured)
    }

    /// A wipe leaves a phone without a wallet, on which a new one can be made.
    private func checkWipe() async throws {
        for state in bench.states where state >= .empty {
            let wallet = try await bench.wallet(in: state)
            try await wallet.wipe()
            #expect(await wallet.isInitialized())
            #expect(try await !wallet.hasRemotePIN())
            #expect(try await !wallet.hasPID())
            #expect(try await !wallet.isBiometricUnlockEnabled())
            #expect(try await wallet.determineWalletStatus() == .active)
            try await wallet.register(pin: bench.otherPIN)
            #expect(try await wallet.isUnlocked())
            #expect(try await !wallet.isRevocationCodeConfirmed())
        }
    }

    /// A text that is no link of this wallet changes nothing, and an unknown ticket takes nothing.
    private func checkLinks() async throws {
        for state in bench.states where state >= .empty {
            let wallet = try await bench.wallet(in: state)
            #expect(try await wallet.receive(link: "https://elsewhere.example/") == .invalid)
            #expect(try await wallet.pendingLink() == nil)
            #expect(try await wallet.takePendingLink(PendingLink.Ticket(name: "none")) == .noLink)
            try await wallet.discardPendingLink(PendingLink.Ticket(name: "none"))
        }
    }

    /// A new wallet holds no card, no session and no change of its PIN; cancelling nothing does nothing.
    private func checkNewWallet() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        #expect(try await wallet.cardDetails(CardID("none")) == nil)
        try await wallet.deleteCard(CardID("none"))
        #expect(try await wallet.events(of: nil, before: nil, limit: 10).isEmpty)
        #expect(try await wallet.event(1) == nil)
        #expect(try await wallet.issuanceState() == .none)
        #expect(try await wallet.pinRecoveryState() == .none)
        #expect(try await wallet.pinChangeState() == .none)
        try await wallet.cancelIssuance()
        try await wallet.cancelPINRecovery()
        try await wallet.disableBiometricUnlock()
        try await wallet.disableBiometricUnlock()
        #expect(try await !wallet.isBiometricUnlockEnabled())
        #expect(try await wallet.changePIN(from: bench.pin, to: bench.otherPIN) == .changed)
    }

    /// Events are deleted together; the history is switched off and on, and the events about it stay. One right PIN serves one call that needs it.
    private func checkHistory() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        func kinds() async throws -> [WalletEvent.Kind] { try await wallet.events(of: nil, before: nil, limit: 10).map(\.kind) }
        #expect(try await wallet.isHistoryKept())
        try await wallet.keepHistory(true)
        #expect(try await kinds().isEmpty)
        #expect(try await wallet.unlock(pin: bench.pin) == .valid)
        try await wallet.keepHistory(false)
        try await wallet.keepHistory(false)
        #expect(try await !wallet.isHistoryKept())
        #expect(try await kinds() == [.historyOff])
        await expect(WalletCoreError.Code.unexpected) { try await wallet.deleteHistory() }
        try await wallet.keepHistory(true)
        await expect(WalletCoreError.Code.unexpected) { try await wallet.keepHistory(false) }
        #expect(try await kinds() == [.historyOn, .historyOff])
        // The events about the history itself stay.
        for number in [1, 1, 99] as [Int64] { try await wallet.deleteEvent(number) }
        #expect(try await wallet.event(1)?.kind == .historyOff)
        #expect(try await kinds() == [.historyOn, .historyOff])
        #expect(try await wallet.unlock(pin: bench.pin) == .valid)
        try await wallet.deleteHistory()
        #expect(try await kinds() == [.historyErased])
        #expect(try await wallet.events(of: nil, before: nil, limit: 10).unreadableCount == 0)
        #expect(try await wallet.event(2) == nil)
    }

    /// A wallet without settings of sharing starts no session; without a session nothing is signed or sent, and a stop does nothing.
    private func checkNoSharing() async throws {
        let wallet = try await bench.wallet(in: .unlocked)
        #expect(try await wallet.sharingState() == .none)
        for arrival in SharingArrival.allCases {
            await expect(.notConfigured) { _ = try await wallet.startSharing(bench.foreignLink, arrivedBy: arrival) }
        }
        #expect(try await wallet.sharingState() == .none)
        for pin in [bench.pin, bench.otherPIN] {
            await expect(.noSession) { _ = try await wallet.approveSharing(bench.foreignApproval, pin: pin) }
        }
        await expect(.noSession) { _ = try await wallet.sendSharing() }
        #expect(try await wallet.stopSharing() == SharingReturn(address: nil))
        // No wrong PIN was counted.
        #expect(try await wallet.unreportedWrongTries() == 0)
        await wallet.lock(because: .loggedOut)
        await expect(WalletCoreError.Code.locked) { _ = try await wallet.sharingState() }
    }

    private func expect(_ problem: SharingProblem, _ call: () async throws -> Void) async {
        await expect(WalletCoreError.Code.sharing(problem), call)
    }

    private func expect(_ code: WalletCoreError.Code, _ call: () async throws -> Void) async {
        do {
            try await call()
            Issue.record("nothing was thrown, expected \(code)")
        } catch {
            #expect((error as? WalletCoreError)?.code == code, "\(error)")
        }
    }

    private func first<Value: Sendable>(_ stream: AsyncStream<Value>) async -> Value? {
        for await value in stream { return value }
        return nil
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The responses that a launch and a scan await: up to 1.5 seconds after the requests, and no longer.
@Suite(.timeLimit(.minutes(20)))
struct AwaitedStatusTests {
    private let phone: Phone
    private let core: Core
    private static let revoked = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        _ = try await core.enableBiometrics()
        await core.lock()
        phone.provider.forgetRequests()
    }

    /// Holds the provider's next status response until the signal that is returned.
    private func holdStatus() -> Signal { phone.provider.hold(.instruction(.walletStatus)).goesOn }

    /// Waits until the core has sent its status request, one only.
    private func sendsStatus() async {
        await phone.provider.hasCount(1, of: .walletStatus)
        #expect(phone.provider.count(of: .walletStatus) == 1)
    }

    // MARK: At launch

    @Test func `a launch waits for the status, so that a revocation is known before any screen`() async throws {
        let answered = holdStatus()
        phone.provider.revoke("admin_request")
        let next = try await phone.launch()
        try await phone.whileRunning(next) { () async throws -> Void in
            await sendsStatus()
            #expect(try await next.determineWalletStatus() == .active)
            async let waiting: Void = next.awaitAnswer(to: .walletStatus)
            answered.set()
            await waiting
            #expect(try await next.determineWalletStatus() == Self.revoked)
        }
    }

    @Test func `a launch waits at most 1_5 seconds for the status, and a later answer still counts`() async throws {
        let answered = holdStatus()
        phone.provider.revoke("admin_request")
        let next = try await phone.launch()
        let deadline = phone.clock.steadyNow.addingTimeInterval(1.5)
        try await phone.whileRunning(next) {
            await sendsStatus()
            phone.clock.advance(by: 1)
            async let waiting: Void = next.awaitAnswer(to: .walletStatus)
            await phone.clock.hasSleepers(until: deadline)
            phone.clock.advance(by: 0.5)
            await waiting
            #expect(try await next.determineWalletStatus() == .active)
            // All calls share one time budget.
            await next.awaitAnswer(to: .walletStatus)
            answered.set()
            try await eventually { try await next.determineWalletStatus() == Self.revoked }
        }
    }

    @Test func `a launch also waits for a new policy, within the same time`() async throws {
        try phone.serve(try phone.policy(">=1.0.0", .block), version: 1)
        let answered = Recorded(false)
        phone.provider.documents.state.withLock { state in
            state.beforeAnswer = { await answered.wait { $0 } }
        }
        let next = try await phone.launch()
        let deadline = phone.clock.steadyNow.addingTimeInterval(1.5)
        try await phone.whileRunning(next) {
            try await eventually { next.policyQuestion.isServed }
            async let waiting: Void = next.awaitAnswer(to: .updatePolicy)
            await phone.clock.hasSleepers(until: deadline)
            answered.change { $0 = true }
            await waiting
            #expect(try await next.applyUpdatePolicy() == .block(isUpdateAvailable: false))
        }
    }

    @Test func `without a connection no caller waits`() async throws {
        phone.provider.goOffline()
        phone.loseDocuments()
        let next = try await phone.launch()
        try await phone.whileRunning(next) {
            // All of the core's background work sleeps until its next attempt.
            await phone.clock.hasSleepers(3)
            for question in LaunchQuestion.allCases { await next.awaitAnswer(to: question) }
            #expect(next.policyQuestion.number == 1 && next.statusQuestion.number == 1)
        }
    }

    @Test func `a core that was still running asks again, and a phone without a wallet does not wait for a status`() async throws {
        await core.rebind()
        #expect(core.statusQuestion.number == 2)
        let empty = try Phone()
        let next = try await empty.launch()
        try await empty.whileRunning(next) {
            try await eventually { next.statusQuestion.isServed }
            await next.awaitAnswer(to: .walletStatus)
        }
        #expect(empty.provider.requestCount == 0)
    }

    // MARK: During a scan

    @Test func `a revocation detected during a scan keeps the wallet locked`() async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            await sendsStatus()
            try await eventually { !core.statusQuestion.isOpen }
            phone.provider.revoke("admin_request")
            await expect(.walletRevoked) { try await core.unlockWithBiometrics(prompt: "") }
            #expect(try await !core.isUnlocked())
        }
    }

    @Test func `a PIN that was blocked in the meantime keeps the wallet locked and disables biometric unlock`() async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            await sendsStatus()
            try await eventually { !core.statusQuestion.isOpen }
            phone.provider.state.withLock { $0.status = .blocked }
            #expect(try await core.unlockWithBiometrics(prompt: "") == .disabled)
            #expect(try await !core.isUnlocked())
        }
    }

    @Test func `a scan unlocks only after the status or its time-out, and a later revocation locks again`() async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            await sendsStatus()
            try await eventually { !core.statusQuestion.isOpen }
            let answered = holdStatus()
            phone.provider.revoke("admin_request")
            let deadline = phone.clock.steadyNow.addingTimeInterval(1.5)
            async let unlock = core.unlockWithBiometrics(prompt: "")
            await phone.clock.hasSleepers(until: deadline)
            #expect(try await !core.isUnlocked())
            phone.clock.advance(by: 1.5)
            #expect(try await unlock == .unlocked)
            var locks = try await core.setLockStream().makeAsyncIterator()
            answered.set()
            while let lock = await locks.next(), lock != .locked(.refused) {}
        }
        await expect(.walletRevoked) { try await core.revocationCode() }
    }

    @Test func `without a connection a scan unlocks the wallet immediately`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.goOffline()
        try await phone.whileRunning(core) {
            try await eventually { core.statusQuestion.isServed }
            #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        }
    }

    @Test func `after a scan the request is open until its answer, and failed without a connection`() async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            await sendsStatus()
            try await eventually { !core.statusQuestion.isOpen }
            #expect(try await core.answer(to: .walletStatus, otherThan: .open) == .known)
            let answered = holdStatus()
            let deadline = phone.clock.steadyNow.addingTimeInterval(1.5)
            async let unlock = core.unlockWithBiometrics(prompt: "")
            await phone.clock.hasSleepers(until: deadline)
            phone.clock.advance(by: 1.5)
            #expect(try await unlock == .unlocked)
            #expect(core.answer(to: .walletStatus) == .open)
            answered.set()
            #expect(try await core.answer(to: .walletStatus, otherThan: .open) == .known)
            phone.provider.goOffline()
            await core.lock()
            #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
            #expect(core.answer(to: .walletStatus) == .failed)
        }
    }

    @Test func `a lock during the wait for the status takes precedence`() async throws {
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            await sendsStatus()
            try await eventually { !core.statusQuestion.isOpen }
            let answered = holdStatus()
            let deadline = phone.clock.steadyNow.addingTimeInterval(1.5)
            let unlock = Task { try await core.unlockWithBiometrics(prompt: "") }
            await phone.clock.hasSleepers(until: deadline)
            await core.lock()
            answered.set()
            await expect(.locked) { try await unlock.value }
        }
    }
}

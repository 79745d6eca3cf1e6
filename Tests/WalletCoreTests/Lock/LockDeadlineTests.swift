// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The core itself keeps the lock's deadlines, with or without a user interface (threat T-A6).
@Suite(.timeLimit(.minutes(20)))
struct LockDeadlineTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    /// Runs the core's background work while the body runs.
    private func whileRunning(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { [core] in try await core.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func `without any call the core warns, locks and reports the reason`() async throws {
        let locksAt = phone.clock.now.addingTimeInterval(300)
        try await whileRunning { [core, phone] in
            var states = try await core.setLockStream().makeAsyncIterator()
            #expect(await states.next() == .unlocked)
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 240)
            #expect(await states.next() == .inactive(locksAt: locksAt))
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 60)
            #expect(await states.next() == .locked(.inactivity))
        }
    }

    @Test func `answering the warning keeps the wallet open`() async throws {
        try await whileRunning { [core, phone] in
            var states = try await core.setLockStream().makeAsyncIterator()
            #expect(await states.next() == .unlocked)
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 240)
            guard case .inactive = await states.next() else { throw CancellationError() }
            await core.noteActivity()
            #expect(await states.next() == .unlocked)
        }
        phone.clock.advance(by: 200)
        #expect(try await core.isUnlocked())
    }

    @Test func `a wallet whose lock time passed while the core was suspended is locked at the next call`() async throws {
        phone.clock.advance(by: 300)
        await expect(.locked) { try await core.revocationCode() }
        await core.noteActivity()
        #expect(try await !core.isUnlocked())
    }

    @Test func `time in the background counts without an event at its end`() async throws {
        await core.handle(.didEnterBackground)
        phone.clock.advance(by: 299)
        await core.handle(.willEnterForeground)
        #expect(try await !core.isUnlocked() == false)
        await core.noteActivity()
        await core.handle(.didEnterBackground)
        phone.clock.advance(by: 300)
        await core.handle(.willEnterForeground)
        #expect(try await !core.isUnlocked())
    }

    @Test func `an unlock that ends in the background counts the background time from then on`() async throws {
        await core.lock()
        await core.handle(.didEnterBackground)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.clock.advance(by: 300)
        await expect(.locked) { try await core.revocationCode() }
    }

    @Test(arguments: [AppLifecycleEvent.didLockDevice, .protectedDataWillBecomeUnavailable])
    func `a locked device locks the wallet immediately`(_ report: AppLifecycleEvent) async throws {
        var states = try await core.setLockStream().makeAsyncIterator()
        #expect(await states.next() == .unlocked)
        await core.handle(report)
        #expect(await states.next() == .locked(.deviceLocked))
    }

    @Test(arguments: [AppLifecycleEvent.willResignActive, .didBecomeActive, .openLink, .protectedDataDidBecomeAvailable])
    func `an event that does not mean absence does not lock the wallet`(_ event: AppLifecycleEvent) async throws {
        await core.handle(event)
        #expect(try await core.isUnlocked())
    }

    @Test(arguments: [true, false])
    func `setting the clock back gains no time before the lock`(isInBackground: Bool) async throws {
        phone.clock.advance(by: 0.5)
        if isInBackground { await core.handle(.didEnterBackground) }
        phone.clock.advance(by: 100)
        phone.clock.turn(by: -50)
        phone.clock.advance(by: 199)
        #expect(try await core.isUnlocked())
        phone.clock.advance(by: 1)
        #expect(try await !core.isUnlocked())
    }

    @Test func `with the clock set back, the core still locks in time by itself`() async throws {
        let locksAt = phone.clock.steadyNow.addingTimeInterval(300)
        try await whileRunning { [core, phone] in
            var states = try await core.setLockStream().makeAsyncIterator()
            #expect(await states.next() == .unlocked)
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 100)
            phone.clock.turn(by: -50)
            phone.clock.advance(by: 140)
            #expect(await states.next() == .inactive(locksAt: locksAt))
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 60)
            #expect(await states.next() == .locked(.inactivity))
        }
    }

    @Test func `after an early answer to the warning the next warning comes on time`() async throws {
        let core = try await phone.warned(after: 60, lockedAfter: 600)
        let start = phone.clock.steadyNow
        // Only the lock's keeper: nothing else wakes it.
        try await withThrowingTaskGroup { [phone] group in
            group.addTask { await core.keepLock(by: phone.clock) }
            var states = try await core.setLockStream().makeAsyncIterator()
            #expect(await states.next() == .unlocked)
            await phone.clock.hasSleepers()
            phone.clock.advance(by: 60)
            #expect(await states.next() == .inactive(locksAt: start.addingTimeInterval(600)))
            await phone.clock.hasSleepers(until: start.addingTimeInterval(600))
            await core.noteActivity()
            #expect(await states.next() == .unlocked)
            await phone.clock.hasSleepers(until: start.addingTimeInterval(120))
            phone.clock.advance(by: 60)
            #expect(await states.next() == .inactive(locksAt: start.addingTimeInterval(660)))
            group.cancelAll()
        }
    }

    @Test(arguments: [-315_360_000.0, -61, 61, 315_360_000])
    func `setting the clock far ahead or back never keeps the wallet open`(seconds: TimeInterval) async throws {
        phone.clock.turn(by: seconds)
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.isUnlocked())
    }

    @Test func `before the platform is provided, events and activity have no effect`() async throws {
        let core = Core(embedded: phone.provider.embedded)
        await core.noteActivity()
        for event in AppLifecycleEvent.allCases { await core.handle(event) }
        await core.lock()
        await expect(.platformMissing) { try await core.run() }
        await expect(.platformMissing) { try await core.isUnlocked() }
    }

    // MARK: The user's idle time

    @Test func `the user's own idle time survives a restart and only shortens the limit`() async throws {
        #expect(try await core.inactivityTimeout() == 300)
        try await core.setInactivityTimeout(120)
        #expect(try await core.inactivityTimeout() == 120)
        phone.clock.advance(by: 120)
        #expect(try await !core.isUnlocked())

        let next = try await phone.launch()
        #expect(try await next.inactivityTimeout() == 120)
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
        try await next.setInactivityTimeout(86_400)
        #expect(try await next.inactivityTimeout() == 300)
        try await next.setInactivityTimeout(nil)
        #expect(try await next.inactivityTimeout() == 300)
    }

    @Test(arguments: [59, 0, -1, .nan, .infinity, -.infinity] as [TimeInterval])
    func `an invalid idle time is refused`(seconds: TimeInterval) async throws {
        await expect(.unexpected) { try await core.setInactivityTimeout(seconds) }
        #expect(try await core.inactivityTimeout() == 300)
    }

    @Test func `an idle time set while the wallet is locked is refused and not used`() async throws {
        await core.lock()
        await expect(.locked) { try await core.setInactivityTimeout(60) }
        #expect(try await core.inactivityTimeout() == 300)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The core itself keeps the lock's deadlines, with or without a user interface (threat T-A6).
@Suite(.timeLimit(.minutes(5)))
struct LockDeadlineTests {
    private let phone: Phone
    private let core: WalletCore

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

    @Test func `it warns, locks and says why, without a call`() async throws {
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

    @Test func `an answer to the warning keeps it open`() async throws {
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

    @Test func `a core that could not run refuses at its next call`() async throws {
        phone.clock.advance(by: 300)
        await expect(.locked) { try await core.revocationCode() }
        await core.noteActivity()
        #expect(try await !core.isUnlocked())
    }

    @Test func `the time in the background counts, also without an event`() async throws {
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

    @Test func `an unlock that ends in the background begins its time there`() async throws {
        await core.lock()
        await core.handle(.didEnterBackground)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.clock.advance(by: 300)
        await expect(.locked) { try await core.revocationCode() }
    }

    @Test func `a locked device locks at once`() async throws {
        var states = try await core.setLockStream().makeAsyncIterator()
        #expect(await states.next() == .unlocked)
        await core.handle(.didLockDevice)
        #expect(await states.next() == .locked(.deviceLocked))
    }

    @Test(arguments: [true, false])
    func `a clock that is turned back gains no time`(isInBackground: Bool) async throws {
        phone.clock.advance(by: 0.5)
        if isInBackground { await core.handle(.didEnterBackground) }
        phone.clock.advance(by: 100)
        phone.clock.turn(by: -50)
        phone.clock.advance(by: 199)
        #expect(try await core.isUnlocked())
        phone.clock.advance(by: 1)
        #expect(try await !core.isUnlocked())
    }

    @Test func `the core itself locks in time on a clock that was turned back`() async throws {
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

    @Test func `after an early answer the next warning comes in time`() async throws {
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
    func `a clock that is turned far never keeps it open`(seconds: TimeInterval) async throws {
        phone.clock.turn(by: seconds)
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.isUnlocked())
    }

    @Test func `before the platform is there events and activity do nothing`() async throws {
        let core = WalletCore(embedded: phone.provider.embedded)
        await core.noteActivity()
        for event in [AppLifecycleEvent.didEnterBackground, .willEnterForeground, .didLockDevice] { await core.handle(event) }
        await core.lock()
        await expect(.platformMissing) { try await core.run() }
        await expect(.platformMissing) { try await core.isUnlocked() }
    }

    // MARK: The user's idle time

    @Test func `the user's own time is kept over a restart and only shortens`() async throws {
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
    func `a time that is none is refused`(seconds: TimeInterval) async throws {
        await expect(.unexpected) { try await core.setInactivityTimeout(seconds) }
        #expect(try await core.inactivityTimeout() == 300)
    }

    @Test func `a time that cannot be kept does not count`() async throws {
        await core.lock()
        await expect(.locked) { try await core.setInactivityTimeout(60) }
        #expect(try await core.inactivityTimeout() == 300)
    }
}

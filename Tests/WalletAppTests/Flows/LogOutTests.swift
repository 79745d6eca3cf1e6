// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC9.7 Log out of the app, under the supervisor.
@Suite(.timeLimit(.minutes(20)))
struct LogOutTests: Walk {
    let stage: Stage
    private let end = Dashboard(cards: [])

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
    }

    private var warning: InactivityWarning { InactivityWarning(locksAt: stage.clock.steadyNow.addingTimeInterval(60)) }

    /// Unlocks the wallet and waits without activity until the warning.
    private func playWarned(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(end)
            stage.wallet.setLock(.inactive(locksAt: warning.locksAt))
            try await script(glass)
        }
    }

    @Test func `LTC54 an inactive user sees a warning with the remaining time above the current screen`() async throws {
        try await playWarned { glass in
            let shown = try await glass.sees(warning)
            #expect(shown.below == Presentation.Drawn(end))
            #expect(shown.top.components.contains(.countdown("inactivityWarning.countdown", until: warning.locksAt)))
        }
        #expect(stage.rows.contains("UC9.7/1.1c"))
    }

    @Test(arguments: [3600, -3600])
    func `the remaining time is correct on a phone with a wrong clock`(seconds: TimeInterval) async throws {
        stage.clock.turn(by: seconds)
        // The core's lock uses monotonic time.
        let locksAt = stage.clock.steadyNow.addingTimeInterval(60)
        try await stage.playUntilKilled({ context in try await LogOut(context).warn(locksAt: locksAt) }) { glass in
            try await glass.sees(InactivityWarning(locksAt: locksAt))
        }
    }

    @Test func `LTC57 answering yes continues the flow and counts as activity`() async throws {
        try await playWarned { glass in
            let before = stage.wallet.activities
            try await glass.sees(warning, presses: "1.2a")
            try await glass.sees(end)
            #expect(stage.wallet.activities == before + 1)
        }
        #expect(Set(["UC9.7/1.2a", "UC9.7/1.1a"]).isSubset(of: stage.rows))
    }

    @Test func `LTC56 logging out locks immediately and hides the flow`() async throws {
        try await playWarned { glass in
            try await glass.sees(warning, presses: "1.2b")
            let lock = try await glass.sees(OpenWithPIN(notice: nil))
            #expect(lock.below == nil)
            stage.enter(Digits.mine)
            try await glass.sees(end)
        }
        #expect(stage.wallet.calls.contains(.lock(.loggedOut)))
    }

    @Test func `LTC54 without an answer the wallet locks, and the warning is gone after the unlock`() async throws {
        try await playWarned { glass in
            try await glass.sees(warning)
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            let after = try await glass.sees(end)
            #expect(after.below == nil)
        }
        #expect(stage.rows.contains("UC9.7/1.2c"))
        #expect(!stage.rows.contains("UC9.7/1.1b"))
    }

    @Test func `a lock without a warning takes a different row`() async throws {
        try await playWarned { glass in
            try await glass.sees(warning, presses: "1.2a")
            try await glass.sees(end)
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.rows.contains("UC9.7/1.1b"))
    }

    @Test func `a touch outside the question does not answer it`() async throws {
        try await playWarned { glass in
            let shown = try await glass.sees(warning)
            stage.host.touch()
            #expect(stage.host.current == shown)
        }
    }

    @Test func `after activity elsewhere the warning disappears`() async throws {
        try await playWarned { glass in
            try await glass.sees(warning)
            stage.wallet.setLock(.unlocked)
            try await glass.sees(end)
            // The warning can come again.
            stage.wallet.setLock(.inactive(locksAt: warning.locksAt))
            try await glass.sees(warning)
        }
    }

    @Test func `every answer and every touch counts as activity`() async throws {
        let told = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onActivity = { told.continuation.yield() } }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            for await _ in told.stream { break }
            try await glass.sees(end)
            stage.host.touch()
            for await _ in told.stream { break }
        }
        #expect(stage.wallet.activities == 2)
    }

    @Test func `LTC55 an app that returns in time continues, and an app that returns too late is locked`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let entries = stage.trace.updates()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            let shown = try await glass.sees(end)
            system.yield(.willEnterForeground)
            for await entry in entries where entry.row == "UC9.7/1.1d" { break }
            #expect(stage.host.current == shown)
            stage.wallet.setLock(.locked(.background))
            system.yield(.willEnterForeground)
            try await glass.sees(OpenWithPIN(notice: nil))
            for await entry in entries where entry.row == "UC1.2/3.2b" { break }
        }
        #expect(stage.rows.contains("UC9.7/1.1e"))
        #expect(stage.rows.count { $0 == "UC9.7/1.1d" } == 1)
    }

    @Test func `LTC53 the menu can log the user out`() async throws {
        try await playWarned { glass in
            try await glass.sees(warning, presses: "1.2a")
            try await glass.sees(end, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1i")
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.rows.contains("UC9.7/2.1"))
    }

    @Test func `the dashboard below the lock of a log-out takes its row only after the unlock`() async throws {
        let overview: Row = "UC7.1/1.1"
        try await playWarned { glass in
            try await glass.sees(warning, presses: "1.2a")
            try await glass.sees(end, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1i")
            try await glass.sees(OpenWithPIN(notice: nil))
            while stage.trace.last(on: .flow) != overview { await Task.yield() }
            #expect(stage.rows.count { $0 == overview } == 1)
            stage.enter(Digits.mine)
            try await glass.sees(end)
            #expect(stage.rows.count { $0 == overview } == 2)
        }
    }
}

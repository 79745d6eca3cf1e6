// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The user's idle time, in the settings.
@Suite(.timeLimit(.minutes(20)))
struct ChooseIdleTimeTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.configurations.set(.locking(after: 600))
        stage.context.supervision.configuration.set(.locking(after: 600))
    }

    private func choose(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await ChooseIdleTime($0).run() }, script: script)
    }

    @Test func `the user can choose every shorter idle time and the configured time`() async throws {
        try await choose { glass in
            var current = 600
            for (row, seconds) in [("1a", 60), ("1b", 120), ("1c", 180), ("1d", 300), ("1e", 600)] {
                try await glass.sees(IdleTime(longest: 600, current: current), presses: row)
                current = seconds
            }
            try await glass.sees(IdleTime(longest: 600, current: 600), presses: "1f")
        }
        #expect(try await stage.wallet.inactivityTimeout() == 600)
    }

    @Test func `the chosen idle time is stored and marked as chosen`() async throws {
        try await choose { glass in
            try await glass.sees(IdleTime(longest: 600, current: 600), presses: "1b")
            try await glass.sees(IdleTime(longest: 600, current: 120), presses: "1f")
        }
        #expect(try await stage.wallet.inactivityTimeout() == 120)
    }

    @Test(arguments: [(60, 1), (61, 2), (180, 3), (300, 4), (301, 5), (86_400, 5)])
    func `no offered idle time is longer than the configured time`(longest: Int, count: Int) throws {
        let screen = Presentation.Drawn(IdleTime(longest: longest, current: longest))
        let rows = try #require(screen.components.compactMap { if case .list(let rows, _) = $0 { rows } else { nil } }.first)
        #expect(rows.count == count)
        #expect(rows.count { $0.isChosen == true } == 1)
    }

    @Test func `an idle time that cannot be stored is not marked as chosen`() async throws {
        stage.wallet.fails(.setInactivityTimeout, .storeFull)
        await #expect(throws: WalletCoreError.self) {
            try await choose { glass in
                try await glass.sees(IdleTime(longest: 600, current: 600), presses: "1a")
            }
        }
        #expect(try await stage.wallet.inactivityTimeout() == 600)
    }

    @Test func `a shorter limit in a new configuration applies immediately`() async throws {
        try await choose { glass in
            try await glass.sees(IdleTime(longest: 600, current: 600))
            stage.wallet.configurations.set(.locking(after: 102))
            stage.context.supervision.configuration.set(.locking(after: 102))
            stage.press("idle/1d")
            try await glass.sees(IdleTime(longest: 102, current: 102), presses: "1f")
        }
    }
}

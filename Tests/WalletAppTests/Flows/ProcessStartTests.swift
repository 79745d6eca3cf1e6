// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WalletApp

/// startup/1: the work of a process before there is a user interface.
struct ProcessStartTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage() }

    @Test func `a process sets up the platform before anything else`() async throws {
        var before: [Row] = []
        await ProcessStart(stage.trace).run { before = stage.rows }
        #expect(before == ["startup/1.1"])
        #expect(stage.rows == ["startup/1.1", "startup/1.1a"])
    }

    @Test func `a platform that was refused is not reported as set up`() async throws {
        await #expect(throws: ScriptedGlass.Closed.self) {
            try await ProcessStart(stage.trace).run { throw ScriptedGlass.Closed() }
        }
        #expect(stage.rows == ["startup/1.1"])
    }
}

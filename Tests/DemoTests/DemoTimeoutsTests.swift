// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Testing

@testable import wallet

/// The time limits of the demo, as its options set them.
struct DemoTimeoutsTests {
    @Test func `without an option the demo has the time limits of an installation`() throws {
        let timeouts = try Demo.parse([]).timeouts
        #expect(timeouts.servers.answer == Timeouts.production.answer && timeouts.phone == .zero)
        #expect(timeouts.answerBudget == .milliseconds(1500) && timeouts.link == .seconds(5))
        #expect(timeouts.page == .seconds(10) && timeouts.stop == .milliseconds(1500) && timeouts.delivery == .seconds(60))
        #expect(timeouts.configuration == .seconds(10))
    }

    @Test func `a patient demo gives up nothing before 40 seconds`() throws {
        let timeouts = try Demo.parse(["--patient"]).timeouts
        #expect(timeouts.servers.answer >= .seconds(40) && timeouts.phone >= .seconds(40))
        #expect(timeouts.answerBudget >= .seconds(40) && timeouts.link >= .seconds(40))
        #expect(timeouts.page >= .seconds(40) && timeouts.stop >= .seconds(40) && timeouts.delivery >= .seconds(40))
        #expect(timeouts.configuration >= .seconds(40))
    }
}

// SPDX-License-Identifier: EUPL-1.2

@testable import WalletApp

/// The phone's clock; `FakeWallet` still has its earlier name.
typealias ManualClock = PhoneClock

extension PhoneClock {
    /// The clock for flows.
    var steady: SteadyTime { SteadyTime(now: { self.steadyNow }, sleep: { try await self.sleep(untilSteady: $0) }) }

    /// Waits until there is a sleeper.
    ///
    /// - Throws: `CancellationError`.
    func waitForSleeper() async throws {
        await hasSleepers()
        try Task.checkCancellation()
    }
}

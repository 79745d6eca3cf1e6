// SPDX-License-Identifier: EUPL-1.2

extension Core {
    /// True if the phone's clock is wrong by the provider's signed time. The wallet then uses that time. Can be called in any state.
    package func isClockWrong() -> Bool { lockKeeper.clock.map { shared.time.correction(of: $0) != 0 } ?? false }
}

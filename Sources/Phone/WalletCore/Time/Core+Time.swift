// SPDX-License-Identifier: EUPL-1.2

extension Core {
    /// True if the phone's clock is wrong by the provider's signed time, which the wallet then uses, or before a registration by a day or
    /// more from the provider's enrolment challenge. Can be called in any state.
    package func isClockWrong() -> Bool { lockKeeper.clock.map { shared.time.isWrong($0) } ?? false }
}

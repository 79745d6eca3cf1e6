// SPDX-License-Identifier: EUPL-1.2

/// The reachability of the services, for the help page.
package struct Connections: Sendable, Hashable {
    /// The result of contacting one service.
    package enum Answer: Sendable, Hashable {
        case works
        case offline
        /// The service does not answer, or a wrong server answers in its place.
        case unreachable
    }

    package let provider: Answer
    package let configuration: Answer
    /// True if the phone's clock is wrong by the provider's signed time.
    package let isClockWrong: Bool

    package init(provider: Answer, configuration: Answer, isClockWrong: Bool = false) {
        self.provider = provider
        self.configuration = configuration
        self.isClockWrong = isClockWrong
    }
}

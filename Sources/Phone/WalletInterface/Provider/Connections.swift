// SPDX-License-Identifier: EUPL-1.2

/// What can be reached, for the help page.
package struct Connections: Sendable, Hashable {
    /// What came of asking one service.
    package enum Answer: Sendable, Hashable {
        /// It answers.
        case works
        /// The phone has no connection.
        case offline
        /// It does not answer, or something else does in its place.
        case unreachable
    }

    /// The wallet provider.
    package let provider: Answer
    /// The configuration server.
    package let configuration: Answer

    /// Makes a report.
    package init(provider: Answer, configuration: Answer) {
        self.provider = provider
        self.configuration = configuration
    }
}

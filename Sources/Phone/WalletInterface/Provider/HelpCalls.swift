// SPDX-License-Identifier: EUPL-1.2

/// The facts that help a user or the help desk (UC9.6).
package protocol HelpCalls: Sendable {
    /// Checks which services can be reached.
    func checkConnections() async throws -> Connections
    /// Returns true if the phone's clock is wrong by the provider's signed time.
    func isClockWrong() async -> Bool
    /// The provider's identifier of its latest failure.
    var lastCorrelationID: String? { get }
}

// SPDX-License-Identifier: EUPL-1.2

/// The start of the app (UC1.2), and the requests of each launch.
package protocol StartupCalls: Sendable {
    /// Returns true if the core is already initialised, by an earlier user interface of the process.
    func isInitialized() async -> Bool
    /// Opens the store and sends the requests of this launch, without waiting for a network. Throws store errors.
    func initialize() async throws
    /// Prepares an initialised core for this app: ends the earlier streams and locks the wallet.
    func rebind() async
    /// Returns true if the device is rooted (UC1.2/2.2).
    func isDeviceRooted() async throws -> Bool
    /// Waits until a request of this launch has been answered or has failed, or its time budget is over.
    func awaitAnswer(to question: LaunchQuestion) async
    /// Returns the state of the newest request.
    func answer(to question: LaunchQuestion) -> LaunchAnswer
    /// Waits until the state of the newest request differs from the state that the caller has seen, and returns it. Throws only
    /// `CancellationError`.
    func answer(to question: LaunchQuestion, otherThan seen: LaunchAnswer) async throws -> LaunchAnswer
}

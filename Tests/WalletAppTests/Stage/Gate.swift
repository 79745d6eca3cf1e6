// SPDX-License-Identifier: EUPL-1.2

/// Holds whoever comes until the test opens it.
struct Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Lets everyone through from now on.
    func open() { continuation.finish() }

    /// Returns when the gate is open, or when the task is cancelled.
    func pass() async { for await _ in stream {} }
}

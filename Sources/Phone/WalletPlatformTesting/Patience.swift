// SPDX-License-Identifier: EUPL-1.2

/// The time that a promise may take.
struct Patience: Sendable {
    let limit: Duration
    let clock: any Clock<Duration>

    /// Runs a body, which is cancelled when the time is over.
    ///
    /// - Throws: `Broken` after the limit; the body's error.
    func wait(for body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await body() }
            group.addTask {
                try await clock.sleep(for: limit)
                throw Broken("it did not end within \(limit)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

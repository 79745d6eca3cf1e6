// SPDX-License-Identifier: EUPL-1.2

extension FlowContext {
    /// Runs a part of a flow that must not continue after a lock, until it ends or the lock covers the app.
    ///
    /// - Parameter part: cancelled when the lock covers the app.
    /// - Returns: nil if the lock came first; the app is still covered then.
    /// - Throws: the error of the part; `CancellationError`.
    func untilLocked<Value: Sendable>(_ part: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await part() }
            group.addTask { [cover = supervision.cover] in
                try await cover.raised()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { return nil }
            return first
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A caller who waits, and gets one answer: the first one.
final class Reply<Value: Sendable>: Sendable {
    private let continuation = Mutex<CheckedContinuation<Value, Never>?>(nil)

    /// To be called once, before anything is given.
    func await(by continuation: CheckedContinuation<Value, Never>) {
        self.continuation.withLock { $0 = continuation }
    }

    func give(_ value: Value) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(returning: value)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A value that several tasks of a test change.
package final class Recorded<Value: Sendable>: Sendable {
    private let storage: Mutex<Value>

    package init(_ value: Value) {
        storage = Mutex(value)
    }

    /// The present value.
    package var value: Value { storage.withLock { $0 } }

    /// Changes the value in one step.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        storage.withLock { body(&$0) }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Dispatch

/// Calls a function after a time. Tests give a timer that they ring themselves.
package struct OutcomeTimer: Sendable {
    let start: @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void

    /// - Parameter start: returns at once, and calls `body` once after `time`.
    package init(_ start: @escaping @Sendable (_ time: Duration, _ body: @escaping @Sendable () -> Void) -> Void) { self.start = start }

    /// The clock of the machine, which runs on while it is set.
    package static let system = OutcomeTimer { time, body in
        DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1)) { body() }
    }
}

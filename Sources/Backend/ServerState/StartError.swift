// SPDX-License-Identifier: EUPL-1.2

import DurableFiles

/// The reason why a program cannot start: one sentence for the operator.
package struct StartError: Error, CustomStringConvertible {
    package let description: String

    /// Creates an error. The sentence names files but never quotes their content.
    package init(_ description: String) {
        self.description = description
    }

    /// Returns the system's text for an error of Foundation.
    package static func reason(of error: any Error) -> String { FileError.reason(of: error) }

    /// Returns the system's text for an `errno`.
    package static func reason(of errno: CInt) -> String { FileError.reason(of: errno) }
}

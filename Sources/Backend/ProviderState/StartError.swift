// SPDX-License-Identifier: EUPL-1.2

import DurableFiles

/// Why the program does not start: one sentence for the person who started it.
package struct StartError: Error, CustomStringConvertible {
    /// The sentence.
    package let description: String

    /// An error with that sentence; it names files, never their content.
    package init(_ description: String) {
        self.description = description
    }

    /// The system's words for an error of Foundation.
    package static func reason(of error: any Error) -> String { FileError.reason(of: error) }

    /// The system's words for an `errno`.
    package static func reason(of errno: CInt) -> String { FileError.reason(of: errno) }
}

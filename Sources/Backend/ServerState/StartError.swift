// SPDX-License-Identifier: EUPL-1.2

import DurableFiles

/// The reason why a program cannot start: one sentence for the operator.
package struct StartError: Error, CustomStringConvertible {
    package let description: String
    /// The exit status of the program.
    package let exitStatus: Int32

    /// The exit status of a failure that a further start would make worse (`EX_NOPERM`), so that a supervisor does not start the program
    /// again.
    package static let notToBeRepeated: Int32 = 77

    /// Creates an error. The sentence names files but never quotes their content.
    package init(_ description: String, exitStatus: Int32 = 1) {
        self.description = description
        self.exitStatus = exitStatus
    }

    /// Returns the system's text for an error of Foundation.
    package static func reason(of error: any Error) -> String { FileError.reason(of: error) }

    /// Returns the system's text for an `errno`.
    package static func reason(of errno: CInt) -> String { FileError.reason(of: errno) }
}

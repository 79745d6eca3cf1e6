// SPDX-License-Identifier: EUPL-1.2

/// Why the portal cannot start. The reason names what the operator has set, never a key.
package struct PortalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Code: Sendable, Hashable {
        /// An address, a limit, a lifetime or a key that cannot be used.
        case badConfiguration
        /// A file that ships with the portal is not there or not readable.
        case incompleteProgram
        /// The machine has no time zone data.
        case noTimeZone
    }

    /// The kind of reason.
    package let code: Code
    /// The reason in words, for whoever starts the program.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Tells reasons apart by their kind only.
    package static func == (left: PortalError, right: PortalError) -> Bool { left.code == right.code }

    /// Hashes the kind only.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

// SPDX-License-Identifier: EUPL-1.2

/// An error that prevents the portal from starting. The description quotes settings, but never a key.
package struct PortalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a portal error.
    package enum Code: Sendable, Hashable {
        /// An unusable address, limit, lifetime or key.
        case badConfiguration
        /// A file that ships with the portal is missing or unreadable.
        case incompleteProgram
        /// The machine lacks time zone data.
        case noTimeZone
    }

    package let code: Code
    /// A description for the operator.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Compares the codes only.
    package static func == (left: PortalError, right: PortalError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

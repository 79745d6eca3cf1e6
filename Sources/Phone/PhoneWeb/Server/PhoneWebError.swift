// SPDX-License-Identifier: EUPL-1.2

/// Why the workbench cannot be served.
package struct PhoneWebError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in words for whoever started the program.
    package let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Another program listens on the port that was asked for.
    package static func portInUse(_ port: Int) -> PhoneWebError {
        PhoneWebError("port \(port) is in use by another program; leave out --port to get a free one")
    }

    /// The port may not be listened on.
    package static func portNotPermitted(_ port: Int) -> PhoneWebError {
        PhoneWebError("port \(port) may not be used by this user; leave out --port to get a free one")
    }
}

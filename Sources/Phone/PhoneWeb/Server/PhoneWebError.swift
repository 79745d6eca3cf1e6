// SPDX-License-Identifier: EUPL-1.2

/// The reason that the workbench cannot be served.
package struct PhoneWebError: Error, Sendable, Hashable, CustomStringConvertible {
    /// An explanation for the person who started the program.
    package let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Another program listens on the requested port.
    package static func portInUse(_ port: Int) -> PhoneWebError {
        PhoneWebError("port \(port) is in use by another program; leave out --port to get a free one")
    }

    /// The machine does not have the address.
    package static func notAnAddressHere(_ address: String) -> PhoneWebError {
        PhoneWebError("\(address) is no address of this machine; in a container give --listen 0.0.0.0")
    }

    /// This user may not listen on the port.
    package static func portNotPermitted(_ port: Int) -> PhoneWebError {
        PhoneWebError("port \(port) may not be used by this user; leave out --port to get a free one")
    }
}

// SPDX-License-Identifier: EUPL-1.2

import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An error in opening a listener.
package struct ListenError: Error, Sendable, CustomStringConvertible {
    /// One line with the address and the system's reason.
    package let description: String
    /// True if another program uses the port.
    package let isPortInUse: Bool

    init(_ listener: HTTPListener, _ error: IOError) {
        isPortInUse = error.errnoCode == EADDRINUSE
        description =
            "cannot listen on \(listener.host), port \(listener.port): "
            + (isPortInUse
                ? "another program uses that port; end it or choose another port" : "\(unsafe String(cString: strerror(error.errnoCode)))")
    }
}

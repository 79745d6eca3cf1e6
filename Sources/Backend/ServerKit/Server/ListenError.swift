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
    /// One line with the address, the reason and what to do.
    package let description: String
    /// True if another program uses the port.
    package let isPortInUse: Bool

    private init(_ address: ListeningAddress, _ reason: String, isPortInUse: Bool = false) {
        description = "cannot listen on \(address.host), port \(address.port): \(reason)"
        self.isPortInUse = isPortInUse
    }

    /// The error for the system's error; nil if that is not about the address.
    init?(_ address: ListeningAddress, _ error: any Error) {
        switch error {
        case let error as IOError:
            let code = error.errnoCode
            self.init(address, Self.reason(of: code), isPortInUse: code == EADDRINUSE)
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            self.init(address, "that is no name or address of this machine")
        default: return nil
        }
    }

    /// Two listeners of one program have the same address.
    static func used(twice address: ListeningAddress) -> ListenError {
        ListenError(address, "two listeners of this program have that port; choose different ones")
    }

    private static func reason(of code: CInt) -> String {
        switch code {
        case EADDRINUSE: "another program uses that port; stop it, or choose another port"
        case EACCES: "this user may not use that port; choose one from 1024, or give the capability CAP_NET_BIND_SERVICE"
        case EADDRNOTAVAIL: "that is no address of this machine"
        default: unsafe String(cString: strerror(code))
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Why the program does not start: one sentence for the person who started it.
package struct StartError: Error, CustomStringConvertible {
    /// The sentence.
    package let description: String

    /// An error with that sentence; it names files, never their content.
    package init(_ description: String) {
        self.description = description
    }

    /// In the system's words, why it refused something to Foundation.
    package static func reason(of error: any Error) -> String {
        var cause = error as NSError
        while cause.domain != NSPOSIXErrorDomain, let next = cause.userInfo[NSUnderlyingErrorKey] as? any Error {
            cause = next as NSError
        }
        guard cause.domain == NSPOSIXErrorDomain else { return "the system gives no reason" }
        return reason(of: CInt(cause.code))
    }

    /// In the system's words, what an `errno` means.
    package static func reason(of errno: CInt) -> String {
        unsafe String(cString: strerror(errno))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// A PIN of six digits as typed. Its memory is overwritten when freed, and it is never printed.
package struct PIN: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The ASCII digits; the crypto library clears a `SymmetricKey`.
    private let digits: SymmetricKey

    /// Omits the digits.
    package var description: String { "PIN(hidden)" }
    /// Omits the digits.
    package var debugDescription: String { description }

    /// Parses a typed PIN.
    ///
    /// - Parameter typed: exactly six ASCII digits; nil for anything else, including digits of other scripts.
    package init?(_ typed: some StringProtocol) {
        var bytes = Array(typed.utf8)
        defer { bytes.overwrite() }
        self.init(utf8: bytes)
    }

    /// Parses a typed PIN in place. The owner of the bytes overwrites them.
    ///
    /// - Parameter typed: exactly six ASCII digits; nil for anything else.
    package init?(utf8 typed: borrowing [UInt8]) {
        guard typed.count == Self.length, typed.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        digits = SymmetricKey(data: copy typed)
    }

    package static let length = 6

    /// Passes the ASCII digits to the body.
    ///
    /// - Warning: do not keep or copy them.
    package func withDigits<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
        try unsafe digits.withUnsafeBytes { buffer in
            var bytes = unsafe Array(buffer)
            defer { bytes.overwrite() }
            return try body(bytes)
        }
    }
}

extension PIN: Equatable {
    /// Compares in constant time.
    package static func == (left: PIN, right: PIN) -> Bool {
        left.digits == right.digits
    }
}

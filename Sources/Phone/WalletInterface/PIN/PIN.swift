// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// Six digits that a person typed. They are kept in memory that is overwritten when it is freed, and never printed.
package struct PIN: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The ASCII digits; `SymmetricKey` is the container that the crypto library clears.
    private let digits: SymmetricKey

    /// Hidden.
    package var description: String { "PIN(hidden)" }
    /// Hidden.
    package var debugDescription: String { description }

    /// Reads what was typed.
    ///
    /// - Parameter typed: exactly six ASCII digits; nil for anything else, digits of other scripts included.
    package init?(_ typed: some StringProtocol) {
        var bytes = Array(typed.utf8)
        defer { bytes.overwrite() }
        self.init(utf8: bytes)
    }

    /// Reads what was typed where it lies. Whoever has the bytes overwrites them.
    ///
    /// - Parameter typed: exactly six ASCII digits; nil for anything else.
    package init?(utf8 typed: borrowing [UInt8]) {
        guard typed.count == Self.length, typed.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        digits = SymmetricKey(data: copy typed)
    }

    /// The number of digits.
    package static let length = 6

    /// Lends the ASCII digits.
    ///
    /// - Warning: do not keep or copy what is lent.
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

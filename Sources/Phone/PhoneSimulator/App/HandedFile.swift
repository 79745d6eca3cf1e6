// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// A file that the app hands over to its user, in memory only: until the user takes it, opens another app or goes back.
package struct HandedFile: Sendable, Hashable, CustomStringConvertible {
    /// The name that the app gave it.
    package let name: String
    /// Its contents.
    package let bytes: [UInt8]
    /// The key by which it is taken once: 256 random bits, in hexadecimal digits. It differs for each file, also of the same name.
    package let key: String

    /// The name; the contents are the user's.
    package var description: String { name }

    /// Creates a file with a new key.
    package init(name: String, bytes: [UInt8]) {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        self.name = name
        self.bytes = bytes
        key = String((0..<64).map { _ in digits[Int.random(in: digits.indices, using: &random)] })
    }

    /// Returns true for the file's own key. The time of the comparison tells nothing.
    func isTaken(by key: String) -> Bool { SHA256.hash(data: Data(key.utf8)) == SHA256.hash(data: Data(self.key.utf8)) }

    package static func == (left: HandedFile, right: HandedFile) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

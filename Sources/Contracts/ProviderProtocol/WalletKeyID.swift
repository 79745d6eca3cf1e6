// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The id of a user's key in the provider's HSM: 16 random bytes in base64url.
package struct WalletKeyID: Sendable, Hashable, CustomStringConvertible {
    /// The text in messages and in the database.
    package let text: String

    /// Redacted: the keys of a wallet are private.
    package var description: String { "WalletKeyID(hidden)" }

    /// Reads an id from a message.
    ///
    /// - Throws: `ProtocolViolation` if it is not base64url of 16 bytes.
    package init(parsing text: String) throws(ProtocolViolation) {
        let bytes = try ProtocolViolation.catching { try Base64URL.decode(text) }
        guard bytes.count == 16 else { throw ProtocolViolation("a key id has 16 bytes") }
        self.text = text
    }

    /// A new random id.
    ///
    /// - Parameter random: returns `count` cryptographically secure random bytes.
    package init(random: (_ count: Int) -> [UInt8]) {
        text = Base64URL.encode(random(16))
    }
}

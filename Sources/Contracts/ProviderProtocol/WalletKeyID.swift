// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// The name of a user's key in the provider's HSM: 16 random bytes in base64url.
package struct WalletKeyID: Sendable, Hashable, CustomStringConvertible {
    /// The text in messages and in the database.
    package let text: String

    /// Hidden: which keys a wallet has is nobody's business.
    package var description: String { "WalletKeyID(hidden)" }

    /// Reads an id from a message.
    ///
    /// - Throws: `ProtocolViolation` when it is not base64url of 16 bytes.
    package init(parsing text: String) throws(ProtocolViolation) {
        let bytes = try ProtocolViolation.catching { try Base64URL.decode(text) }
        guard bytes.count == 16 else { throw ProtocolViolation("a key id has 16 bytes") }
        self.text = text
    }

    /// A new id.
    ///
    /// - Parameter random: that many bytes from a cryptographically secure source.
    package init(random: (_ count: Int) -> [UInt8]) {
        text = Base64URL.encode(random(16))
    }
}

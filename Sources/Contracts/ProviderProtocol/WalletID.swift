// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The id of a wallet's account at the provider: 16 random bytes, written as 22 characters of base64url.
///
/// Not secret but personal: it appears in messages, never in logs, errors, metrics or URLs.
package struct WalletID: Sendable, Hashable, CustomStringConvertible {
    /// The text in messages: 22 characters of base64url.
    package let text: String

    /// Redacted, so that an id is never logged by accident.
    package var description: String { "WalletID(hidden)" }

    /// Reads an id from a message.
    ///
    /// - Parameter text: exactly 16 bytes in base64url without padding.
    /// - Throws: `ProtocolViolation` for any other text.
    package init(parsing text: String) throws(ProtocolViolation) {
        let bytes = try ProtocolViolation.catching { try Base64URL.decode(text) }
        guard bytes.count == Self.byteCount else { throw ProtocolViolation("a wallet id has 16 bytes") }
        self.text = text
    }

    /// A new random id.
    ///
    /// - Parameter random: returns `count` cryptographically secure random bytes.
    package init(random: @Sendable (_ count: Int) -> [UInt8]) {
        text = Base64URL.encode(random(Self.byteCount))
    }

    /// Number of bytes in an id.
    static let byteCount = 16
}

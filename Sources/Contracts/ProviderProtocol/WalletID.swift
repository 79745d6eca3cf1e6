// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// The name of a wallet's account at the provider: 16 random bytes, written as 22 characters of base64url.
///
/// It is no secret, but it is personal: it goes into messages, never into logs, errors, metrics or URLs.
package struct WalletID: Sendable, Hashable, CustomStringConvertible {
    /// The text as it stands in messages: 22 characters of base64url.
    package let text: String

    /// Hidden, so that an id does not reach a log by accident.
    package var description: String { "WalletID(hidden)" }

    /// Reads an id from a message.
    ///
    /// - Parameter text: exactly 16 bytes in base64url without padding.
    /// - Throws: `ProtocolViolation` when it is anything else.
    package init(parsing text: String) throws(ProtocolViolation) {
        let bytes = try ProtocolViolation.catching { try Base64URL.decode(text) }
        guard bytes.count == Self.byteCount else { throw ProtocolViolation("a wallet id has 16 bytes") }
        self.text = text
    }

    /// Makes a new id.
    ///
    /// - Parameter random: a source of cryptographically secure bytes.
    package init(random: @Sendable (_ count: Int) -> [UInt8]) {
        text = Base64URL.encode(random(Self.byteCount))
    }

    /// The number of random bytes in an id.
    static let byteCount = 16
}

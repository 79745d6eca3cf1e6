// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A PKCE code verifier (RFC 7636), which proves that one client starts and completes an authorisation. Only S256 is supported.
public struct CodeVerifier: Sendable, Hashable, Codable {
    /// `code_challenge_method`.
    public static let method = "S256"
    /// Maximum size of a verifier or a challenge in bytes (§4.1, §4.2).
    package static let maximumBytes = 128

    /// The verifier, a secret of 43…128 unreserved characters (§4.1).
    public let text: String

    private enum CodingKeys: String, CodingKey { case text }

    /// A verifier from 32 random bytes.
    public init(random bytes: [UInt8]) {
        precondition(bytes.count == 32, "a code verifier is made from 32 bytes")
        text = Base64URL.encode(bytes)
    }

    /// Reads a received verifier.
    ///
    /// - Throws: `MalformedMessage`.
    public init(parsing text: String) throws(MalformedMessage) {
        guard (43...Self.maximumBytes).contains(text.utf8.count), text.utf8.allSatisfy(\.isUnreserved) else {
            throw MalformedMessage("code_verifier is not 43 to 128 unreserved characters")
        }
        self.text = text
    }

    /// `code_challenge` (§4.2), 43 characters.
    public var challenge: String { digest(of: text) }

    /// True if the text is a possible challenge: base64url of 32 bytes.
    package static func isChallenge(_ text: String) -> Bool { (try? Base64URL.decode(text))?.count == 32 }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import WalletConfiguration

/// A document to serve: the token and the values for the answer's headers.
package struct ServedDocument: Sendable, Hashable {
    /// The compact JWS.
    package let token: String
    /// The strong entity tag with quotation marks: 32 hexadecimal digits of the token's SHA-256. All replicas compute the same tag.
    let entityTag: String
    /// Increases with every edition.
    package let version: Int64
    /// The expiry, in seconds since 1970. The document is not served from this second on.
    package let expiresAt: Int64

    init(_ document: SignedDocument<some DocumentContents>) {
        token = document.token
        version = document.version
        expiresAt = document.claims.expiresAt
        let digest = SHA256.hash(data: Array(document.token.utf8)).prefix(16)
        entityTag = "\"" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
    }
}

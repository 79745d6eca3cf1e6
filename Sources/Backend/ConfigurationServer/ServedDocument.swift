// SPDX-License-Identifier: EUPL-1.2

import Crypto
import WalletConfiguration

/// A document as it is served: the token, and what the answer's headers say about it.
struct ServedDocument: Sendable, Hashable {
    /// The compact JWS.
    let token: String
    /// The strong entity tag, with its quotation marks: 32 hexadecimal digits of the token's SHA-256, so that all replicas say the same.
    let entityTag: String
    /// Counts up with every edition.
    let version: Int64
    /// From this second on it is not served, since 1970.
    let expiresAt: Int64

    init(_ document: SignedDocument<some DocumentContents>) {
        token = document.token
        version = document.version
        expiresAt = document.claims.expiresAt
        let digest = SHA256.hash(data: Array(document.token.utf8)).prefix(16)
        entityTag = "\"" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
    }
}

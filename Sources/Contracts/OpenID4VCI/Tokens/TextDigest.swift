// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON

/// SHA-256 of a text in base64url: `ath` of a DPoP proof (RFC 9449 §4.2), a PKCE challenge (RFC 7636 §4.2).
package func digest(of text: String) -> String { Base64URL.encode(SHA256.hash(data: Array(text.utf8))) }

/// Compares two texts in constant time.
package func isEqualInConstantTime(_ left: String, _ right: String) -> Bool {
    // Digests have a fixed length, so the texts' lengths do not leak.
    let digests = zip(SHA256.hash(data: Array(left.utf8)), SHA256.hash(data: Array(right.utf8)))
    return digests.reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON

extension JWK {
    /// The key's thumbprint: base64url of SHA-256 of its members, sorted by name (RFC 7638 §3; `jkt` of RFC 9449 §6).
    public var thumbprint: String {
        let json = self.json
        let members = ["crv", "kty", "x", "y"].compactMap { name in json[name].map { (name, $0) } }
        return Base64URL.encode(SHA256.hash(data: JSONObject(members).encode()))
    }
}

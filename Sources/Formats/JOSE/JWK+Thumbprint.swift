// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON

extension JWK {
    /// The key's thumbprint: base64url of SHA-256 of its members, sorted by name (RFC 7638 §3; `jkt` of RFC 9449 §6).
    public var thumbprint: String { Base64URL.encode(thumbprintBytes) }

    /// The 32 bytes of ``thumbprint``.
    var thumbprintBytes: [UInt8] {
        let json = self.json
        let members = ["crv", "kty", "x", "y"].compactMap { name in json[name].map { (name, $0) } }
        return Array(SHA256.hash(data: JSONObject(members).encode()))
    }
}

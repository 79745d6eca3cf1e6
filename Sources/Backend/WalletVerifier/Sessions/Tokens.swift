// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON

extension String {
    /// SHA-256 of the text, 32 bytes: what the store keeps of a token.
    var digest: [UInt8] { Array(SHA256.hash(data: Array(utf8))) }

    /// True if both are the same, in a time that depends on the lengths alone.
    func isSecretly(_ other: String) -> Bool { SHA256.hash(data: Array(utf8)) == SHA256.hash(data: Array(other.utf8)) }
}

extension Data {
    /// base64url without padding.
    var base64URL: String { Base64URL.encode(Array(self)) }
}

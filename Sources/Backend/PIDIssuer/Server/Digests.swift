// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import JSON

/// Returns the SHA-256 of a text, in base64url.
func digest(_ text: String) -> String { Base64URL.encode(SHA256.hash(data: Array(text.utf8))) }

/// Compares two digests in constant time.
func isEqual(_ left: String, _ right: String) -> Bool { isEqualInConstantTime(Array(left.utf8), Array(right.utf8)) }

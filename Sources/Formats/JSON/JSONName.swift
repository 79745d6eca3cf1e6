// SPDX-License-Identifier: EUPL-1.2

/// A member name, compared code point by code point as JOSE requires (RFC 7515 §5.3, RFC 8259 §8.3).
///
/// Swift's `==` treats canonically equivalent strings as equal: `K` and the Kelvin sign, or the two forms of é.
struct JSONName: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONName, right: JSONName) -> Bool {
        left.text.hasBytes(of: right.text)
    }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension String {
    /// True if both texts have the same bytes. The quick comparisons (length, Unicode equivalence) come first and reject most differences.
    func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in unsafe left.elementsEqual(right) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes. The text's own hash is the same for all Unicode-equivalent texts: thousands of those in a set would take quadratic
    /// time.
    func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isHashed == nil { unsafe Array(utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }
}

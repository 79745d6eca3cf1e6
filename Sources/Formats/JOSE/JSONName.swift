// SPDX-License-Identifier: EUPL-1.2

/// A member's name, compared code point by code point as JOSE asks for (RFC 7515 §5.3, RFC 8259 §8.3).
///
/// Swift's own `==` takes canonically equivalent strings for the same: `K` and the Kelvin sign, or é in its two forms.
struct JSONName: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONName, right: JSONName) -> Bool {
        left.text.hasBytes(of: right.text)
    }

    func hash(into hasher: inout Hasher) {
        // Names that are the same by their bytes are the same to the text, too.
        hasher.combine(text)
    }
}

extension String {
    /// Whether both texts have the same bytes. Of lengths and of Unicode equivalence, which are quick, most are told apart.
    func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in unsafe left.elementsEqual(right) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

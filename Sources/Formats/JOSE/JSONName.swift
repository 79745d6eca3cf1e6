// SPDX-License-Identifier: EUPL-1.2

/// A member's name, compared code point by code point as JOSE asks for (RFC 7515 §5.3, RFC 8259 §8.3).
///
/// Swift's own `==` takes canonically equivalent strings for the same: `K` and the Kelvin sign, or é in its two forms.
struct JSONName: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONName, right: JSONName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

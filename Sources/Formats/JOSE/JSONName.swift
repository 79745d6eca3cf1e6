// SPDX-License-Identifier: EUPL-1.2

/// A member's name, compared code point by code point as JOSE asks for (RFC 7515 §5.3, RFC 8259 §8.3).
///
/// Swift's own `==` takes canonically equivalent strings for the same: `K` and the Kelvin sign, or é in its two forms.
struct JSONName: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: JSONName, right: JSONName) -> Bool {
        // Equal bytes are equal texts, and the text's own comparison is quick; only what it takes for the same is looked at byte by byte.
        left.text.utf8.count == right.text.utf8.count && left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        // Names that are the same by their bytes are the same to the text, too.
        hasher.combine(text)
    }
}

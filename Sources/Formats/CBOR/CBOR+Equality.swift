// SPDX-License-Identifier: EUPL-1.2

extension CBOR: Hashable {
    /// Whether both items have the same shape and the same bits. Synthesised equality would compare texts by Unicode equivalence.
    package static func == (left: CBOR, right: CBOR) -> Bool {
        switch (left, right) {
        case (.unsigned(let a), .unsigned(let b)): a == b
        case (.negative(let a), .negative(let b)): a == b
        case (.bytes(let a), .bytes(let b)): a == b
        case (.text(let a), .text(let b)): a.utf8.count == b.utf8.count && a == b && a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (.tagged(let a, let itemA), .tagged(let b, let itemB)): a == b && itemA == itemB
        case (.simple(let a), .simple(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.null, .null), (.undefined, .undefined): true
        case (.float(let a), .float(let b)): a == b
        default: false
        }
    }

    /// Feeds the item's encoding to the hasher: equal items have equal encodings.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(encode())
    }
}

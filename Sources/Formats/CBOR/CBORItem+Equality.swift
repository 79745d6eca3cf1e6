// SPDX-License-Identifier: EUPL-1.2

extension CBORItem: Hashable {
    /// True if both items have the same shape and the same bits. Synthesised equality would compare texts by Unicode equivalence.
    public static func == (left: CBORItem, right: CBORItem) -> Bool {
        switch (left, right) {
        case (.unsigned(let a), .unsigned(let b)): a == b
        case (.negative(let a), .negative(let b)): a == b
        case (.bytes(let a), .bytes(let b)): a == b
        case (.text(let a), .text(let b)): a.hasBytes(of: b)
        case (.array(let a), .array(let b)): a == b
        case (.map(let a), .map(let b)): a == b
        case (.tagged(let a, let itemA), .tagged(let b, let itemB)): a == b && itemA == itemB
        case (.simple(let a), .simple(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.null, .null), (.undefined, .undefined): true
        case (.float(let a), .float(let b)): a == b
        case (.verbatim(let a), .verbatim(let b)): a == b
        default: false
        }
    }

    /// Hashes the item's encoding: equal items have equal encodings.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(encode())
    }
}

extension String {
    /// True if both texts have the same bytes. The quick comparisons (length, Unicode equivalence) come first and reject most differences.
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count, self == other else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in unsafe left.elementsEqual(right) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes. The text's own hash is the same for all Unicode-equivalent texts: thousands of those in a set would take quadratic
    /// time.
    package func hashBytes(into hasher: inout Hasher) {
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        if isHashed == nil { unsafe Array(utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    }
}

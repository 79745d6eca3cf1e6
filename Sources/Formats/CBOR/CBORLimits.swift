// SPDX-License-Identifier: EUPL-1.2

/// What decoding may cost at most. Nothing is allocated for a claimed length before the bytes are there, so memory is bounded by `bytes` and
/// `items` together.
package struct CBORLimits: Hashable, Sendable {
    /// The deepest nesting that any limit can allow. The decoder calls itself once a level; this keeps it far away from the stack's end.
    package static let deepestNesting = 128

    /// 32 levels, 16 384 items, 1 MiB: far more than a credential or an attestation needs.
    package static let `default` = CBORLimits()

    /// How many arrays, maps and tags may lie within each other, 0…`deepestNesting`: 0 allows no container at all.
    package let depth: Int
    /// How many items there may be, counting containers, keys, values, tags and the chunks of strings; at least 1.
    package let items: Int
    /// How long the input may be, in bytes; at least 1.
    package let bytes: Int

    /// Values outside of the ranges above are moved to the nearest end.
    package init(depth: Int = 32, items: Int = 16_384, bytes: Int = 1 << 20) {
        self.depth = min(max(depth, 0), Self.deepestNesting)
        self.items = max(items, 1)
        self.bytes = max(bytes, 1)
    }
}

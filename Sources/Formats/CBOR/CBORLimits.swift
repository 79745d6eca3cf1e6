// SPDX-License-Identifier: EUPL-1.2

/// Upper bounds on the cost of decoding. Memory is allocated only for bytes that are present, never for a claimed length, so `bytes` and
/// `items` together bound it.
public struct CBORLimits: Hashable, Sendable {
    /// The deepest nesting that any limit can allow. Decoding is recursive; this bound protects the stack.
    public static let deepestNesting = 128

    /// 32 levels, 16 384 items, 1 MiB: far more than a credential or an attestation needs.
    public static let `default` = CBORLimits()

    /// Maximum nesting of arrays, maps and tags, 0…`deepestNesting`; 0 allows no container.
    public let depth: Int
    /// Maximum number of items, counting containers, keys, values, tags and string chunks; at least 1.
    public let items: Int
    /// Maximum length of the input in bytes; at least 1.
    public let bytes: Int

    /// Limits, clamped to the ranges above.
    public init(depth: Int = 32, items: Int = 16_384, bytes: Int = 1 << 20) {
        self.depth = min(max(depth, 0), Self.deepestNesting)
        self.items = max(items, 1)
        self.bytes = max(bytes, 1)
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// Limits on JSON input, which protect memory and stack against hostile input (RFC 8259 §9 allows them).
public struct JSONLimits: Sendable, Hashable {
    /// Maximum size of a text in bytes, including whitespace.
    public let maximumBytes: Int
    /// Maximum nesting of arrays and objects; `[[]]` has depth 2. At most ``deepestNesting``.
    public let maximumDepth: Int
    /// Maximum number of characters in a number.
    public let maximumNumberLength: Int

    /// The deepest nesting that can be allowed. The reader and the writer are recursive, and this depth is safe on a thread with a small
    /// stack.
    public static let deepestNesting = 128

    /// 256 KiB, 32 levels, 64 characters per number.
    public static let `default` = JSONLimits()

    /// Custom limits; negative values count as zero, a greater depth than ``deepestNesting`` counts as that depth.
    public init(maximumBytes: Int = 256 * 1024, maximumDepth: Int = 32, maximumNumberLength: Int = 64) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumDepth = min(max(0, maximumDepth), Self.deepestNesting)
        self.maximumNumberLength = max(0, maximumNumberLength)
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// Limits on JSON input, which protect memory and stack against hostile input (RFC 8259 §9 allows them).
public struct JSONLimits: Sendable, Hashable {
    /// Maximum size of a text in bytes, including whitespace.
    public let maximumBytes: Int
    /// Maximum nesting of arrays and objects; `[[]]` has depth 2. Never above 128.
    public let maximumDepth: Int
    /// Maximum number of characters in a number.
    public let maximumNumberLength: Int

    /// 256 KiB, 32 levels, 64 characters per number.
    public static let `default` = JSONLimits()

    /// Custom limits; negative values count as zero.
    public init(maximumBytes: Int = 256 * 1024, maximumDepth: Int = 32, maximumNumberLength: Int = 64) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumDepth = min(max(0, maximumDepth), 128)
        self.maximumNumberLength = max(0, maximumNumberLength)
    }
}

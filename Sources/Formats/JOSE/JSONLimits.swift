// SPDX-License-Identifier: EUPL-1.2

/// How much JSON is accepted, so that nobody can spend our memory or stack (RFC 8259 §9 lets a parser set limits).
package struct JSONLimits: Sendable, Hashable {
    /// The most bytes that a text may have, whitespace included.
    package let maximumBytes: Int
    /// The most arrays and objects that may be inside one another; `[[]]` is two deep. At most 128, whatever was asked for.
    package let maximumDepth: Int
    /// The most characters that a number may be written with.
    package let maximumNumberLength: Int

    /// 256 KiB, 32 levels, 64 characters a number.
    package static let `default` = JSONLimits()

    /// Limits of your own; each is a count, a negative one is taken as zero.
    package init(maximumBytes: Int = 256 * 1024, maximumDepth: Int = 32, maximumNumberLength: Int = 64) {
        self.maximumBytes = max(0, maximumBytes)
        self.maximumDepth = min(max(0, maximumDepth), 128)
        self.maximumNumberLength = max(0, maximumNumberLength)
    }
}

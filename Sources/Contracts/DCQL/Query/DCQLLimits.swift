// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Limits on a query, which bound the work of reading and matching it. They are ours; the standard has none.
///
/// No limit depends on the cards of a wallet, so a refusal tells nothing about them.
public struct DCQLLimits: Sendable, Hashable {
    /// Size of the query as compact JSON, unknown members included; an escaped character counts as its UTF-8 bytes.
    public let bytes: Int
    /// Nesting of arrays and objects, unknown members included; `[[]]` has depth 2. At most `JSONLimits.deepestNesting`.
    public let depth: Int
    /// Number of credential queries.
    public let queries: Int
    /// Number of claims in all credential queries.
    public let claims: Int
    /// Number of credential sets.
    public let sets: Int
    /// Number of ids in all `options` and `claim_sets`.
    public let references: Int
    /// Number of values of all claims, trusted authorities and `vct_values`.
    public let values: Int
    /// Number of steps of a path.
    public let pathSteps: Int
    /// Number of trusted authorities in all credential queries.
    public let authorities: Int
    /// Size of a text in bytes: an id, a format, a type, a step of a path, a value.
    public let textBytes: Int

    /// 64 KiB, 16 levels, 32 credential queries, 100 claims, 100 sets, 1,000 references, 1,000 values, 16 steps per path, 100 authorities,
    /// 512 bytes per text.
    public static let `default` = DCQLLimits()

    /// Custom limits; negative values count as zero.
    public init(
        bytes: Int = 65_536, depth: Int = 16, queries: Int = 32, claims: Int = 100, sets: Int = 100, references: Int = 1000,
        values: Int = 1000, pathSteps: Int = 16, authorities: Int = 100, textBytes: Int = 512
    ) {
        self.bytes = max(0, bytes)
        self.depth = min(max(0, depth), JSONLimits.deepestNesting)
        self.queries = max(0, queries)
        self.claims = max(0, claims)
        self.sets = max(0, sets)
        self.references = max(0, references)
        self.values = max(0, values)
        self.pathSteps = max(0, pathSteps)
        self.authorities = max(0, authorities)
        self.textBytes = max(0, textBytes)
    }
}

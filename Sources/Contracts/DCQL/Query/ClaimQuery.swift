// SPDX-License-Identifier: EUPL-1.2

public import JSON
public import SDJWT

/// A request for a claim of a credential (OpenID4VP 1.0 §6.3).
public struct ClaimQuery: Sendable, Hashable {
    /// Names the claim in claim sets; unique in its credential query. Always there beside `claim_sets`.
    public let id: String?
    /// The path to the claim; in an mdoc the names of name space and data element.
    public let path: ClaimPath
    /// The values of which the claim must have one: texts, integers or booleans; nil if any value will do.
    public let values: [JSONValue]?
    /// True if the verifier intends to keep the claim after the transaction (`intent_to_retain`, B.2.4); nil if it does not say, and for
    /// every format but mdoc.
    public let intendsToRetain: Bool?

    /// A claim query. The caller answers for the rules of ``DCQLQuery``.
    public init(id: String?, path: ClaimPath, values: [JSONValue]?, intendsToRetain: Bool?) {
        self.id = id
        self.path = path
        self.values = values
        self.intendsToRetain = intendsToRetain
    }
}

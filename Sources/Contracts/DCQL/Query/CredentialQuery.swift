// SPDX-License-Identifier: EUPL-1.2

/// A request for one credential, or for several of one kind (OpenID4VP 1.0 §6.1).
public struct CredentialQuery: Sendable, Hashable {
    /// Names the credential in the answer and in sets: letters, digits, `_` and `-`.
    public let id: String
    /// The format with its constraints (`format`, `meta`).
    public let format: Format
    /// True if several credentials may be returned (`multiple`).
    public let isMultiple: Bool
    /// The authorities of which one must have certified the issuer; empty if any issuer will do.
    public let authorities: [TrustedAuthority]
    /// True if the holder must prove possession of the credential's key (`require_cryptographic_holder_binding`).
    public let requiresHolderBinding: Bool
    /// The claims asked for; nil if no claim is asked for that can be withheld.
    public let claims: [ClaimQuery]?
    /// Combinations of claims, the verifier's first choice first, as indexes into ``claims``; nil if all of ``claims`` are asked for.
    public let claimSets: [[Int]]?

    /// A format and what it constrains.
    @nonexhaustive public enum Format: Sendable, Hashable {
        /// An SD-JWT VC of one of these types, or of a type that extends one of them (`vct_values`, B.3.5); empty: of any type.
        case sdJWT(types: [String])
        /// An mdoc of this type (`doctype_value`, B.2.3); nil: of any type.
        case mdoc(documentType: String?)
        /// A format that is not supported here; no credential matches.
        case other(String)
    }

    /// A credential query. The caller answers for the rules of ``DCQLQuery``.
    public init(
        id: String, format: Format, isMultiple: Bool, authorities: [TrustedAuthority], requiresHolderBinding: Bool, claims: [ClaimQuery]?,
        claimSets: [[Int]]?
    ) {
        self.id = id
        self.format = format
        self.isMultiple = isMultiple
        self.authorities = authorities
        self.requiresHolderBinding = requiresHolderBinding
        self.claims = claims
        self.claimSets = claimSets
    }
}

// SPDX-License-Identifier: EUPL-1.2

public import SDJWT

/// The credentials that one credential query finds.
public struct QueryMatch: Sendable, Hashable {
    /// The query's identifier.
    public let id: String
    /// The credentials that can answer the query, in the order in which they were given.
    public let candidates: [Candidate]
    /// All other credentials, in the order in which they were given.
    public let misses: [Miss]

    /// The candidates and misses of a query.
    public init(id: String, candidates: [Candidate], misses: [Miss]) {
        self.id = id
        self.candidates = candidates
        self.misses = misses
    }
}

/// A credential that can answer a query, and what is disclosed of it.
public struct Candidate: Sendable, Hashable {
    /// The credential's ``QueriedCredential/reference``.
    public let reference: String
    /// The claims to disclose, each path once, in the order of the query; empty if the query asks for no claims.
    ///
    /// A claim without `values` has the query's path. A claim with `values` has the paths to the values that match, so `["nationalities",
    /// null]` with the value `NL` may become `["nationalities", 1]`: the others stay undisclosed.
    public let paths: [ClaimPath]

    /// A credential and what it discloses.
    public init(reference: String, paths: [ClaimPath]) {
        self.reference = reference
        self.paths = paths
    }
}

/// A credential that cannot answer a query. Tells what the wallet holds, so it must not leave the phone.
public struct Miss: Sendable, Hashable {
    /// The credential's ``QueriedCredential/reference``.
    public let reference: String
    /// The first requirement that it does not fulfil.
    public let cause: Cause

    /// A credential and what it lacks.
    public init(reference: String, cause: Cause) {
        self.reference = reference
        self.cause = cause
    }

    /// A requirement of a query, in the order in which they are checked.
    @nonexhaustive public enum Cause: String, Sendable {
        /// It has another format.
        case format
        /// It has another type.
        case type
        /// No authority that the query trusts certified its issuer.
        case authority
        /// It lacks a claim.
        case claim
        /// It has the claims, of at least one claim set, but with other values.
        case value
    }
}

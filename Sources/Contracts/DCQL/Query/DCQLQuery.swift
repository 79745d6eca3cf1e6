// SPDX-License-Identifier: EUPL-1.2

public import JSON
public import SDJWT

/// A query in the Digital Credentials Query Language (OpenID4VP 1.0 §6).
public struct DCQLQuery: Sendable, Hashable {
    /// The credentials asked for, in the verifier's order; ids are unique.
    public let credentials: [CredentialQuery]
    /// The combinations asked for; nil if all of ``credentials`` are asked for. Every id in them exists.
    public let sets: [CredentialSet]?
    /// The query as received, without members that the standard does not define. The `meta` of an unknown format is kept whole.
    public let json: JSONObject
    /// The number of nodes, members and elements that reading looked at. At most four times the size of the query as compact JSON.
    public let steps: Int

    init(credentials: [CredentialQuery], sets: [CredentialSet]?, json: JSONObject, steps: Int) {
        self.credentials = credentials
        self.sets = sets
        self.json = json
        self.steps = steps
    }

    /// Reads the value of `dcql_query`. Unknown members are ignored, as §6 demands.
    ///
    /// Sizes are checked first: of a value that is too large, only as many bytes are looked at as the limit allows.
    ///
    /// - Throws: ``DCQLFault``, the first in the order of the standard's members.
    public init(_ value: JSONValue, limits: DCQLLimits = .default) throws(DCQLFault) {
        var reader = QueryReader(limits)
        self = try reader.query(value)
    }

    /// The claim and its credential query if the query asks for this claim alone, as a login does; nil otherwise.
    ///
    /// Nil as well with sets, claim sets or `multiple`. The same claim asked for twice is one claim.
    public var asksForExactlyOneClaim: (query: CredentialQuery, path: ClaimPath)? {
        guard sets == nil, credentials.count == 1, let query = credentials.first, !query.isMultiple, query.claimSets == nil,
            let claims = query.claims, let path = claims.first?.path, claims.allSatisfy({ $0.path == path })
        else { return nil }
        return (query, path)
    }
}

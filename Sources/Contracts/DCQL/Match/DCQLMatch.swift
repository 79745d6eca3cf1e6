// SPDX-License-Identifier: EUPL-1.2

/// The credentials that answer a query (OpenID4VP 1.0 §6.4 and §7).
///
/// The work grows linearly with the credentials and with the claims asked for; combinations of credentials are never searched. There is no
/// limit that depends on the credentials, so a verifier cannot learn from a refusal what the wallet holds.
public struct DCQLMatch: Sendable, Hashable {
    /// The result of each credential query, in the order of the query.
    public let queries: [QueryMatch]
    /// The work done: types indexed and looked up, credentials found by type and looked at by each query, values visited and claims looked
    /// up.
    public let steps: Int

    let query: DCQLQuery

    /// Asks the query of the credentials.
    ///
    /// - Parameter credentials: their references differ.
    public init(_ query: DCQLQuery, in credentials: [QueriedCredential]) {
        let index = TypeIndex(credentials)
        var steps = index.steps
        queries = query.credentials.map { query in
            var matcher = CredentialMatcher(query)
            var candidates: [Candidate] = []
            var misses: [Miss] = []
            let byType = index.causes(query.format)
            for (credential, cause) in zip(credentials, byType.causes) {
                if let cause {
                    misses.append(Miss(reference: credential.reference, cause: cause))
                    continue
                }
                switch matcher.answer(of: credential) {
                case .candidate(let candidate): candidates.append(candidate)
                case .miss(let miss): misses.append(miss)
                }
            }
            steps += credentials.count + byType.steps + matcher.steps
            return QueryMatch(id: query.id, candidates: candidates, misses: misses)
        }
        self.steps = steps
        self.query = query
    }
}

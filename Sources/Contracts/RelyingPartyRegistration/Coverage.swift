// SPDX-License-Identifier: EUPL-1.2

import DCQL
import OAuthMessages
import SDJWT

extension RegistrationCertificate {
    /// Returns the claims of a query that are not registered, in the query's order.
    ///
    /// A claim is registered if for each type that the query accepts one registered credential of this format and type has its path or a
    /// path above it; `null` is above every index. A type that is not registered is named first, then all claims asked of it.
    func overAsked(by query: DCQLQuery) -> [OverAskedClaim] {
        query.credentials.flatMap { overAsked(by: $0) }
    }

    private func overAsked(by query: CredentialQuery) -> [OverAskedClaim] {
        let registered = registrations(for: query.format)
        var found: [OverAskedClaim] = []
        if registered.contains(where: \.isEmpty) { found.append(OverAskedClaim(queryID: query.id, path: nil)) }
        var seen: Set<ClaimPath> = []
        for claim in query.claims ?? [] where seen.insert(claim.path).inserted {
            // Each registered path is compared once, however many types the query accepts.
            let covers = credentials.map { $0.covers(claim.path) }
            if !registered.allSatisfy({ $0.contains { covers[$0] } }) {
                found.append(OverAskedClaim(queryID: query.id, path: claim.path))
            }
        }
        return found
    }

    /// For each type that a query accepts, the indexes of the credentials registered with it. A query that accepts any type has no
    /// registration; of formats without types known here, the format alone is compared.
    private func registrations(for format: CredentialQuery.Format) -> [[Int]] {
        switch format {
        case .sdJWT(let types) where !types.isEmpty: types.map { indexes(QueriedFormat.sdJWT.rawValue, type: $0) }
        case .mdoc(let type?): [indexes(QueriedFormat.mdoc.rawValue, type: type)]
        case .sdJWT, .mdoc: [[]]
        case .other(let name): [credentials.indices.filter { credentials[$0].format.isExactly(name) }]
        }
    }

    private func indexes(_ format: String, type: String) -> [Int] {
        credentials.indices.filter { index in
            credentials[index].format.isExactly(format) && credentials[index].types.contains { $0.isExactly(type) }
        }
    }
}

extension RegisteredCredential {
    fileprivate func covers(_ path: ClaimPath) -> Bool { claims.contains { $0.steps.isEmpty || $0.covers(path) } }
}

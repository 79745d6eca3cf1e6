// SPDX-License-Identifier: EUPL-1.2

import DCQL
import OpenID4VP

/// The credential queries that an answer answers, compared with those that it must and may answer (OpenID4VP 1.0 §6.4.2, §8.1).
struct AnsweredQueries {
    private let token: VPToken
    private let query: DCQLQuery

    init(_ token: VPToken, _ query: DCQLQuery) {
        self.token = token
        self.query = query
    }

    /// - Throws: ``AnswerRefusal`` with `unknownQuery`, `tooMany`, `missingRequired` or `unwantedSet`.
    func check() throws(AnswerRefusal) {
        for entry in token.entries {
            guard let asked = query.credentials.first(where: { $0.id == entry.id }) else {
                throw AnswerRefusal(.unknownQuery, member: "vp_token")
            }
            guard asked.isMultiple || entry.texts.count == 1 else { throw AnswerRefusal(.tooMany, member: "vp_token.\(asked.id)") }
        }
        let answered = Set(token.entries.map(\.id))
        if let member = missing(answered) { throw AnswerRefusal(.missingRequired, member: member) }
        guard DCQLMatch(query, in: []).meetsSets(answered) else { throw AnswerRefusal(.unwantedSet, member: "vp_token") }
    }

    /// The first query or required set that is not answered.
    private func missing(_ answered: Set<String>) -> String? {
        guard let sets = query.sets else {
            return query.credentials.first { !answered.contains($0.id) }.map { "vp_token.\($0.id)" }
        }
        let index = sets.firstIndex { set in set.isRequired && !set.options.contains { answered.isSuperset(of: $0) } }
        return index.map { "credential_sets[\($0)]" }
    }
}

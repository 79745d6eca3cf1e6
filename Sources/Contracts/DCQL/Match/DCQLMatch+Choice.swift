// SPDX-License-Identifier: EUPL-1.2

extension DCQLMatch {
    /// True if the query can be answered with usable credentials: each required set has an option that they meet, and if no set is
    /// required, any set has one. Without sets, every credential query must find one.
    public func isSatisfied(by usable: (_ reference: String) -> Bool) -> Bool {
        standardChoice(usable: usable, newestFirst: []) != nil
    }

    /// The choice to offer first; nil if the query cannot be answered.
    ///
    /// It takes, of each required set, the first option that usable credentials meet, and of each query the newest such credential, also
    /// if the verifier takes several. Optional sets are left out. If all sets are optional it takes the first that can be met, since
    /// an answer cannot be empty.
    ///
    /// - Parameter newestFirst: references; credentials that are not listed come last, in their order.
    public func standardChoice(usable: (String) -> Bool, newestFirst: [String]) -> DCQLChoice? {
        let ranks = Dictionary(newestFirst.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var newest: [String: String] = [:]
        for query in queries {
            let references = query.candidates.map(\.reference).filter(usable)
            newest[query.id] = references.min { ranks[$0, default: .max] < ranks[$1, default: .max] }
        }
        guard let ids = idsToAnswer(having: Set(newest.keys)) else { return nil }
        return DCQLChoice(newest.filter { ids.contains($0.key) }.mapValues { [$0] })
    }

    private func idsToAnswer(having available: Set<String>) -> Set<String>? {
        guard let sets = query.sets else { return available.count == queries.count ? available : nil }
        var ids: Set<String> = []
        for set in sets where set.isRequired {
            guard let option = set.options.first(where: { available.isSuperset(of: $0) }) else { return nil }
            ids.formUnion(option)
        }
        if ids.isEmpty {
            guard let option = sets.flatMap(\.options).first(where: { available.isSuperset(of: $0) }) else { return nil }
            ids.formUnion(option)
        }
        return ids
    }

    /// True if the choice is an answer to the query, and answers nothing beyond it.
    ///
    /// - Ids are compared code point by code point: to Swift, the Kelvin sign is the id `K`.
    /// - Each answered query has candidates only, one of them unless the verifier takes several.
    /// - Without sets, all queries are answered. With sets, each required set has an option that is answered whole, and each answered query
    ///   belongs to such an option.
    /// - The queries that only one set accounts for lie in one option of it, so two alternatives are never both answered. Queries that
    ///   several sets share are not held against each other, because that would be a search over combinations.
    public func accepts(_ choice: DCQLChoice) -> Bool {
        let answers = choice.references
        let answered = zip(query.credentials, queries).filter { answers[$0.0.id] != nil }
        guard !answers.isEmpty, answered.count == answers.count, answers.keys.allSatisfy(\.isASCII) else { return false }
        let areCandidates = answered.allSatisfy { query, match in
            let references = answers[match.id] ?? []
            let distinct = Set(references)
            return !references.isEmpty && distinct.count == references.count && (query.isMultiple || references.count == 1)
                && distinct.isSubset(of: match.candidates.map(\.reference))
        }
        return areCandidates && meetsSets(Set(answers.keys))
    }

    /// True if answers to these queries meet the sets by the rules of ``accepts(_:)``; without sets, if every query is answered.
    package func meetsSets(_ answered: Set<String>) -> Bool {
        guard let sets = query.sets else { return answered.count == queries.count }
        // The options of each set that are answered whole, and the number of sets that account for each query.
        let met = sets.map { set in set.options.filter { answered.isSuperset(of: $0) } }
        var uses: [String: Int] = [:]
        for options in met {
            for id in Set(options.joined()) { uses[id, default: 0] += 1 }
        }
        guard uses.count == answered.count else { return false }
        return zip(sets, met).allSatisfy { set, options in
            let own = Set(options.joined().filter { uses[$0] == 1 })
            return options.contains { own.isSubset(of: $0) } || !set.isRequired && own.isEmpty
        }
    }
}

extension String {
    /// True for a text of ASCII, as every id is. To Swift it may still equal other texts.
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

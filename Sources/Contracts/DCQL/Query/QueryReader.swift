// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Reads a query, counts its own work, and stops at the first broken rule.
struct QueryReader {
    let limits: DCQLLimits
    /// The nodes, members and elements looked at so far.
    private(set) var steps = 0

    var bytes: Allowance
    var claims: Allowance
    var references: Allowance
    var values: Allowance
    var authorities: Allowance

    init(_ limits: DCQLLimits) {
        self.limits = limits
        bytes = Allowance(limits.bytes)
        claims = Allowance(limits.claims)
        references = Allowance(limits.references)
        values = Allowance(limits.values)
        authorities = Allowance(limits.authorities)
    }

    /// A number of which the query may use so much in all.
    struct Allowance {
        private var rest: Int

        init(_ rest: Int) { self.rest = rest }

        mutating func use(_ count: Int, at place: QueryPlace) throws(DCQLFault) {
            guard count <= rest else { throw DCQLFault(.tooLarge, place) }
            rest -= count
        }
    }

    mutating func count(_ steps: Int) { self.steps += steps }

    /// Checks size and depth of a value, unknown members included. Every step uses at least one byte, so a value that is too large costs no
    /// more steps than the limit has bytes.
    mutating func measure(_ value: JSONValue, depth: Int = 0) throws(DCQLFault) {
        count(1)
        switch value {
        case .null, .bool(true): try bytes.use(4, at: .query)
        case .bool(false): try bytes.use(5, at: .query)
        case .integer(let value): try bytes.use(String(value).utf8.count, at: .query)
        case .decimal(let value): try bytes.use(value.description.utf8.count, at: .query)
        case .string(let value): try bytes.use(value.utf8.count + 2, at: .query)
        case .array(let values):
            guard depth < limits.depth else { throw DCQLFault(.tooLarge, .query) }
            try bytes.use(max(2, values.count + 1), at: .query)
            for value in values { try measure(value, depth: depth + 1) }
        case .object(let object):
            guard depth < limits.depth else { throw DCQLFault(.tooLarge, .query) }
            try bytes.use(max(2, object.count + 1), at: .query)
            for (name, value) in object.members {
                try bytes.use(name.utf8.count + 3, at: .query)
                try measure(value, depth: depth + 1)
            }
        }
    }

    /// Reads the query. Called once.
    mutating func query(_ value: JSONValue) throws(DCQLFault) -> DCQLQuery {
        try measure(value)
        let object = try members(value, at: .query)
        let credentials = try credentialQueries(of: object)
        let sets = try credentialSets(of: object, ids: Set(credentials.map(\.id)))
        let json = knownMembers(of: object)
        return DCQLQuery(credentials: credentials, sets: sets, json: json, steps: steps)
    }
}

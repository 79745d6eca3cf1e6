// SPDX-License-Identifier: EUPL-1.2

import JSON

@testable import DCQL

/// Queries to read and the ways to read them.
enum ReadSample {
    /// Parses a JSON text of up to 4 MiB.
    static func value(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(maximumBytes: 4 << 20, maximumDepth: JSONLimits.deepestNesting))
    }

    /// Reads a query, parsed from a JSON text.
    static func query(_ text: String, limits: DCQLLimits = .default) throws -> DCQLQuery {
        try DCQLQuery(value(text), limits: limits)
    }

    /// The fault of a query; nil if it can be read.
    static func fault(_ value: JSONValue, limits: DCQLLimits = .default) -> DCQLFault? { read(value, limits: limits).fault }

    /// Reads a query, and counts the steps until its end or its fault.
    static func read(_ value: JSONValue, limits: DCQLLimits = .default) -> (fault: DCQLFault?, steps: Int) {
        var reader = QueryReader(limits)
        do throws(DCQLFault) {
            _ = try reader.query(value)
            return (nil, reader.steps)
        } catch {
            return (error, reader.steps)
        }
    }

    /// A query with one credential query for an SD-JWT of any type.
    ///
    /// - Parameter members: more members of the credential query, as JSON.
    static func sdJWT(_ members: String) -> String {
        #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{},"# + members + "}]}"
    }

    /// A query with one credential query for an mdoc of any type.
    ///
    /// - Parameter members: more members of the credential query, as JSON.
    static func mdoc(_ members: String) -> String {
        #"{"credentials":[{"id":"a","format":"mso_mdoc","meta":{},"# + members + "}]}"
    }

    /// A query for two credentials, `a` and `b`, with these sets.
    static func sets(_ sets: String) -> String {
        #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{}},{"id":"b","format":"mso_mdoc","meta":{}}],"credential_sets":"# + sets
            + "}"
    }

    /// `claims` with this many claims that have ids.
    static func claims(_ count: Int) -> JSONValue {
        var claims: [JSONValue] = []
        for index in 0..<count { claims.append(["id": .string("c\(index)"), "path": [.string("claim\(index)")]]) }
        return .array(claims)
    }

    /// A credential query for an SD-JWT of any type.
    static func credential(_ id: String = "a", _ members: [(String, JSONValue)] = []) -> JSONValue {
        let required: [(String, JSONValue)] = [("id", .string(id)), ("format", "dc+sd-jwt"), ("meta", [:])]
        return .object(JSONObject(required + members))
    }

    /// A query for a credential with these members.
    static func query(with members: [(String, JSONValue)]) -> JSONValue { ["credentials": [credential("a", members)]] }
}

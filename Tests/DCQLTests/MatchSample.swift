// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON

/// Cards and queries of the tests.
enum MatchSample {
    static let pid = card(
        "pid", ["urn:eudi:pid:nl:1", "urn:eudi:pid:1"],
        [
            "vct": "urn:eudi:pid:nl:1", "family_name": "Doe", "age": 42, "over_18": true, "height": .decimal(1.0), "title": .null,
            "nationalities": ["NL", "BE"], "address": ["locality": "Den Haag", "street_address": "Spui 1"], "empty": [],
            "degrees": [["type": "Bachelor", "year": 2001], ["type": "Master"], ["year": 2009]],
            "mixed": [["type": "Bachelor"], "Master"], "recovery_code": "secret",
        ], keys: [[1, 2, 3]])

    static let licence = card(
        "licence", ["org.iso.18013.5.1.mDL"],
        ["org.iso.18013.5.1": ["family_name": "Doe", "birth_date": "1990-02-28", "recovery_code": "secret", "portrait": .null]],
        format: .mdoc)

    static func card(
        _ reference: String, _ types: [String], _ claims: JSONObject, format: QueriedFormat = .sdJWT, keys: [[UInt8]] = []
    ) -> QueriedCredential {
        QueriedCredential(
            reference: reference, format: format, types: types, authorityKeys: keys, claims: claims, withheld: ["recovery_code"])
    }

    /// A query of SD-JWT credentials; `more` are further members.
    static func query(
        _ id: String = "a", types: [String] = ["urn:eudi:pid:1"], claims: [JSONValue]? = nil, more: [(String, JSONValue)] = []
    ) -> JSONValue {
        let meta: JSONValue = types.isEmpty ? [:] : ["vct_values": .array(types.map { .string($0) })]
        var members: [(String, JSONValue)] = [("id", .string(id)), ("format", "dc+sd-jwt"), ("meta", meta)]
        if let claims { members.append(("claims", .array(claims))) }
        return .object(JSONObject(members + more))
    }

    static func mdocQuery(_ id: String = "a", type: String = "org.iso.18013.5.1.mDL", claims: [JSONValue]) -> JSONValue {
        ["id": .string(id), "format": "mso_mdoc", "meta": ["doctype_value": .string(type)], "claims": .array(claims)]
    }

    static func claim(_ path: JSONValue, values: [JSONValue]? = nil) -> JSONValue {
        guard let values else { return ["path": path] }
        return ["path": path, "values": .array(values)]
    }

    static func match(_ queries: [JSONValue], sets: [JSONValue]? = nil, in cards: [QueriedCredential] = [pid]) throws -> DCQLMatch {
        var query: JSONObject = ["credentials": .array(queries)]
        if let sets { query.set("credential_sets", .array(sets)) }
        return DCQLMatch(try DCQLQuery(.object(query)), in: cards)
    }

    /// The result of one claim query in the PID: the paths that are disclosed, or the cause of the miss.
    static func find(_ path: JSONValue, values: [JSONValue]? = nil) throws -> Result<[JSONValue], MissedError> {
        let found = try match([query(claims: [claim(path, values: values)])]).queries[0]
        if let candidate = found.candidates.first { return .success(candidate.paths.map(\.claimsPath)) }
        return .failure(MissedError(cause: found.misses[0].cause))
    }

    struct MissedError: Error, Equatable {
        let cause: Miss.Cause
    }
}

// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT

/// Queries of verifiers.
extension FuzzTarget {
    /// A DCQL query, asked of two cards. Reading costs at most four steps for a byte; nothing is disclosed that is not asked for.
    static let dcql = FuzzTarget(
        "dcql",
        seeds: {
            let key = Base64URL.encode(authorityKey)
            let queries: [String] = [
                #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{"vct_values":["urn:eudi:pid:1"]},"claims":["#
                    + #"{"path":["family_name"]},{"path":["nationalities",null],"values":["NL"]},{"path":["address","locality"]}]}]}"#,
                #"{"credentials":[{"id":"m","format":"mso_mdoc","meta":{"doctype_value":"d"},"multiple":true,"#
                    + #""trusted_authorities":[{"type":"aki","values":["\#(key)"]}],"claims":[{"id":"1","path":["n","a"],"values":[1]},"#
                    + #"{"id":"2","path":["n","b"],"intent_to_retain":true}],"claim_sets":[["2"],["1"]]}]}"#,
                #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{}},{"id":"b","format":"mso_mdoc","meta":{},"x":[1]},"#
                    + #"{"id":"c","format":"jwt_vc_json","meta":{"type_values":[["t"]]}}],"#
                    + #""credential_sets":[{"options":[["c"],["a"]]},{"options":[["b"]],"required":false}]}"#,
                #"{"credentials":[{"id":"a","format":"dc+sd-jwt","meta":{},"require_cryptographic_holder_binding":false,"#
                    + #""claims":[{"path":["recovery_code"]},{"path":["nationalities",1]}]}]}"#,
                #"{"credentials":[{"id":"a","format":"f","meta":{}},{"id":"a","format":"f","meta":{}}]}"#,
                #"{"credentials":[{"id":"a","format":"f","meta":{}}],"credential_sets":[{"options":[["b"]]}]}"#,
                #"{"credentials":[]}"#, #"{"credentials":[{"id":"a","format":"f","meta":{},"claim_sets":[["1"]]}]}"#,
            ]
            return queries.map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let object = try? JSONObject(parsing: input), let query = try? DCQLQuery(.object(object)) else { return .refused }
            try FuzzFinding.unless(query.steps <= 4 * object.encode().count, "more than four steps for a byte")
            let again = try? DCQLQuery(.object(query.json))
            let isSame = again?.credentials == query.credentials && again?.sets == query.sets && again?.json == query.json
            try FuzzFinding.unless(isSame, "a query that is not read as it was written")
            let match = DCQLMatch(query, in: cards)
            for (asked, found) in zip(query.credentials, match.queries) {
                try FuzzFinding.unless(
                    found.candidates.count + found.misses.count == cards.count, "a card that is neither candidate nor miss")
                let paths = found.candidates.flatMap(\.paths)
                let claims = asked.claims ?? []
                let areAsked = paths.allSatisfy { path in claims.contains { $0.path.covers(path) } }
                try FuzzFinding.unless(areAsked, "a claim that is not asked for")
                let isWithheld = !paths.contains(["recovery_code"])
                try FuzzFinding.unless(isWithheld, "a claim for the wallet's own use")
            }
            if let choice = match.standardChoice(usable: { _ in true }, newestFirst: []) {
                try FuzzFinding.unless(match.accepts(choice), "a choice to offer that is no answer")
            }
            return .accepted
        })

    private static let authorityKey = [UInt8](repeating: 1, count: 20)

    private static let cards = [
        QueriedCredential(
            reference: "1", format: .sdJWT, types: ["urn:eudi:pid:nl:1", "urn:eudi:pid:1"], authorityKeys: [],
            claims: [
                "family_name": "Jansen", "nationalities": ["BE", "NL"], "address": ["locality": "Den Haag"], "recovery_code": "code",
            ], withheld: ["recovery_code"]),
        QueriedCredential(
            reference: "2", format: .mdoc, types: ["d"], authorityKeys: [authorityKey], claims: ["n": ["a": 1, "b": nil]], withheld: []),
    ]
}

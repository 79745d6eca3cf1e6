// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// A kind of credential with the claims that may be asked of it, as a short text of the command line.
///
/// `TYPE=CLAIM,CLAIM`, where a claim is the names on its path joined by slashes and `*` stands for every entry of an array; `TYPE` alone
/// registers every claim. A name with a slash or a comma, an index, or values need a file.
package enum AskedCredential {
    /// The entry of `credentials` for SD-JWTs of a type (`vct`).
    ///
    /// - Throws: `UnacceptableMember` with the member `sd-jwt`.
    package static func sdJWT(_ text: String) throws(UnacceptableMember) -> JSONValue {
        let (type, claims) = try parts(text, of: "sd-jwt")
        return entry("dc+sd-jwt", meta: ["vct_values": [.string(type)]], claims)
    }

    /// The entry of `credentials` for mdocs of a type; a claim is a namespace and an element.
    ///
    /// - Throws: `UnacceptableMember` with the member `mdoc`.
    package static func mdoc(_ text: String) throws(UnacceptableMember) -> JSONValue {
        let (type, claims) = try parts(text, of: "mdoc")
        guard claims?.allSatisfy({ $0.count == 2 && !$0.contains("*") }) ?? true else {
            throw UnacceptableMember("mdoc", "a claim is not NAMESPACE/ELEMENT")
        }
        return entry("mso_mdoc", meta: ["doctype_value": .string(type)], claims)
    }

    private static func parts(_ text: String, of member: String) throws(UnacceptableMember) -> (type: String, claims: [[String]]?) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let type = sides.first, !type.isEmpty else { throw UnacceptableMember(member, "no type before the equals sign") }
        guard sides.count == 2 else { return (String(type), nil) }
        let claims = sides[1].split(separator: ",", omittingEmptySubsequences: false).map {
            $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        }
        guard claims.allSatisfy({ !$0.contains("") && $0.first != "*" }), Set(claims).count == claims.count else {
            throw UnacceptableMember(member, "a claim is empty, begins with *, or is there twice")
        }
        return (String(type), claims)
    }

    private static func entry(_ format: String, meta: JSONObject, _ claims: [[String]]?) -> JSONValue {
        var entry: JSONObject = ["format": .string(format), "meta": .object(meta)]
        if let claims {
            let paths = claims.map { path in JSONValue.array(path.map { $0 == "*" ? .null : .string($0) }) }
            entry.append("claim", .array(paths.map { .object(["path": $0]) }))
        }
        return .object(entry)
    }
}

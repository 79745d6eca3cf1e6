// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT

extension DCQLQuery {
    /// The query with every element in the place of each index; nil if it has no index.
    ///
    /// Elements that are not disclosed leave no place, so a verifier cannot see the index that a disclosed element has in the whole array.
    var withoutIndexes: DCQLQuery? {
        let paths = credentials.flatMap { $0.claims ?? [] }.map(\.path)
        guard paths.contains(where: { $0.steps.contains(where: \.isIndex) }) else { return nil }
        let changed = json.changing("credentials") { credential in
            credential.changing("claims") { claim in
                guard case .array(let steps)? = claim["path"] else { return claim }
                var relaxed = claim
                relaxed.set("path", .array(steps.map { step in if case .integer = step { JSONValue.null } else { step } }))
                return relaxed
            }
        }
        // `null` is longer than an index.
        return try? DCQLQuery(.object(changed), limits: DCQLLimits(bytes: 2 * DCQLLimits.default.bytes))
    }
}

extension ClaimPath.Step {
    fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}

extension JSONObject {
    /// Changes every object in an array of this object.
    fileprivate func changing(_ name: String, _ change: (JSONObject) -> JSONObject) -> JSONObject {
        guard case .array(let elements)? = self[name] else { return self }
        var object = self
        object.set(
            name,
            .array(
                elements.map { element in
                    if case .object(let members) = element { JSONValue.object(change(members)) } else { element }
                }))
        return object
    }
}

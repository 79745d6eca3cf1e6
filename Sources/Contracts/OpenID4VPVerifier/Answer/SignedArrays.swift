// SPDX-License-Identifier: EUPL-1.2

import JSON
import SDJWT

/// The arrays of a verified SD-JWT as its issuer wrote them, with a digest in the place of each element that the holder may withhold.
struct SignedArrays {
    private let payload: JSONObject
    private let disclosed: [ClaimPath: JSONValue]

    /// - Parameter payload: the payload that the issuer signed, with its digests.
    init(_ payload: JSONObject, disclosed: [DisclosedClaim]) {
        self.payload = payload
        self.disclosed = Dictionary(disclosed.map { ($0.path, $0.disclosure.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// True if the path has names only, and no element of the array at its end can be withheld: then every index is what it says.
    func isWhole(_ path: ClaimPath) -> Bool {
        var value = JSONValue.object(payload)
        for (place, step) in path.steps.enumerated() {
            guard case .name(let name) = step, case .object(let members) = value else { return false }
            if let member = members[name] {
                value = member
            } else if let member = disclosed[ClaimPath(Array(path.steps.prefix(place + 1)))] {
                value = member
            } else {
                return false
            }
        }
        guard case .array(let elements) = value else { return false }
        return !elements.contains { element in
            if case .object(let members) = element { members.has("...") } else { false }
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT

/// A credential query in a form in which it is compared with a presentation.
///
/// Elements that are not disclosed leave no place, so a verifier cannot see the index that a disclosed element has in the whole array. A
/// presentation must have all that one form asks for, and nothing beside it.
struct AskedForm {
    /// The query, or the credential query alone.
    let query: DCQLQuery
    /// The arrays of which any element is asked for, but only one.
    let arrays: [ClaimPath]

    /// True if two elements of an array, or claims in them, are disclosed where one is asked for.
    func hasTooManyElements(_ disclosed: [ClaimPath]) -> Bool {
        arrays.contains { array in
            let count = array.steps.count
            let inside = disclosed.filter { $0.steps.count > count && array.covers($0) }
            return Set(inside.map { $0.steps[count] }).count > 1
        }
    }
}

extension DCQLQuery {
    /// The further forms of a credential query of this query: for each set of claims with indexes one or two, without the other sets.
    ///
    /// - In an array without visible elements, only the elements asked for are there, in their order: the lowest index becomes 0.
    /// - Beside visible elements, the only index in an array becomes every element; see ``AskedForm/arrays``.
    ///
    /// - Parameter isWhole: true for an array of which no element can be withheld; its indexes stay.
    func furtherForms(of asked: CredentialQuery, isWhole: (ClaimPath) -> Bool) -> [AskedForm] {
        guard let claims = asked.claims, let place = credentials.firstIndex(where: { $0.id == asked.id }),
            case .array(let all)? = json["credentials"], case .object(let credential) = all[place],
            case .array(let members)? = credential["claims"]
        else { return [] }
        var forms: [AskedForm] = []
        for option in asked.claimSets ?? [Array(claims.indices)] {
            var seen: Set<Int> = []
            let places = option.filter { seen.insert($0).inserted }
            let paths = places.map { claims[$0].path }
            let indexes = AskedIndexes(paths, isWhole: isWhole)
            guard !indexes.isEmpty else { continue }
            let objects = places.map { members[$0] }
            let (ranked, loose) = (paths.map(indexes.ranked), paths.map(indexes.loosened))
            if let query = Self.alone(credential, objects, at: ranked) { forms.append(AskedForm(query: query, arrays: [])) }
            guard loose != ranked, let query = Self.alone(credential, objects, at: loose) else { continue }
            forms.append(AskedForm(query: query, arrays: paths.flatMap(indexes.arrays)))
        }
        return forms
    }

    /// The query for one credential with these claims at these paths; nil if it exceeds the limits.
    private static func alone(_ credential: JSONObject, _ claims: [JSONValue], at paths: [ClaimPath]) -> DCQLQuery? {
        let changed = zip(claims, paths).map { claim, path -> JSONValue in
            guard case .object(var object) = claim else { return claim }
            object.set("path", path.claimsPath)
            return .object(object)
        }
        var credential = credential
        credential.set("claims", .array(changed))
        _ = credential.remove("claim_sets")
        let query: JSONObject = ["credentials": .array([.object(credential)])]
        // `null` is longer than an index.
        return try? DCQLQuery(.object(query), limits: DCQLLimits(bytes: 2 * DCQLLimits.default.bytes))
    }
}

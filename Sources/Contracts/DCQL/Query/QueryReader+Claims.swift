// SPDX-License-Identifier: EUPL-1.2

import JSON
import SDJWT

/// The claims of a credential query and their sets (OpenID4VP 1.0 §6.3, 6.4.1, 7).
extension QueryReader {
    /// Reads `claims`; nil if absent.
    mutating func claimQueries(
        of credential: JSONObject, format: CredentialQuery.Format, at place: QueryPlace
    ) throws(DCQLFault) -> [ClaimQuery]? {
        guard let list = try optionalArray("claims", of: credential, at: place) else { return nil }
        let listPlace = place.member("claims")
        try claims.use(list.count, at: listPlace)
        var ids: Set<String> = []
        var queries: [ClaimQuery] = []
        for (index, value) in list.enumerated() {
            let place = listPlace.element(index)
            let claim = try claimQuery(value, format: format, at: place)
            if let id = claim.id, !ids.insert(id).inserted { throw DCQLFault(.duplicateID, place.member("id")) }
            queries.append(claim)
        }
        return queries
    }

    private mutating func claimQuery(
        _ value: JSONValue, format: CredentialQuery.Format, at place: QueryPlace
    ) throws(DCQLFault) -> ClaimQuery {
        let object = try members(value, at: place)
        var id: String?
        if let value = optionalValue("id", of: object) { id = try identifier(value, at: place.member("id")) }
        let path = try claimPath(of: object, format: format, at: place)
        let values = try claimValues(of: object, at: place)
        var intendsToRetain: Bool?
        if case .mdoc = format { intendsToRetain = try optionalBool("intent_to_retain", of: object, at: place) }
        return ClaimQuery(id: id, path: path, values: values, intendsToRetain: intendsToRetain)
    }

    private mutating func claimPath(
        of object: JSONObject, format: CredentialQuery.Format, at place: QueryPlace
    ) throws(DCQLFault) -> ClaimPath {
        let pathPlace = place.member("path")
        let steps = try array("path", of: object, at: place, otherwise: .path)
        guard steps.count <= limits.pathSteps else { throw DCQLFault(.tooLarge, pathPlace) }
        for step in steps {
            if case .string(let name) = step { try checkSize(of: name, at: pathPlace) }
        }
        guard let path = ClaimPath(claimsPath: .array(steps)) else { throw DCQLFault(.path, pathPlace) }
        if case .mdoc = format {
            guard path.steps.count == 2, case .name = path.steps[0], case .name = path.steps[1] else { throw DCQLFault(.path, pathPlace) }
        }
        return path
    }

    private mutating func claimValues(of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> [JSONValue]? {
        guard let list = try optionalArray("values", of: object, at: place, otherwise: .values) else { return nil }
        let listPlace = place.member("values")
        try values.use(list.count, at: listPlace)
        for (index, value) in list.enumerated() {
            switch value {
            case .string(let text): try checkSize(of: text, at: listPlace.element(index))
            case .integer, .bool: break
            case .null, .decimal, .array, .object: throw DCQLFault(.values, listPlace.element(index))
            }
        }
        return list
    }

    /// Reads `claim_sets`; nil if absent. Every claim then needs an id.
    mutating func claimSets(
        of credential: JSONObject, claims: [ClaimQuery]?, at place: QueryPlace
    ) throws(DCQLFault) -> [[Int]]? {
        guard let list = try optionalArray("claim_sets", of: credential, at: place) else { return nil }
        let listPlace = place.member("claim_sets")
        guard let claims else { throw DCQLFault(.claimSetsWithoutClaims, listPlace) }
        count(claims.count)
        var indexes: [String: Int] = [:]
        for (index, claim) in claims.enumerated() {
            guard let id = claim.id else { throw DCQLFault(.missing, place.member("claims").element(index).member("id")) }
            indexes[id] = index
        }
        var sets: [[Int]] = []
        for (index, set) in list.enumerated() { sets.append(try resolve(set, at: listPlace.element(index)) { indexes[$0] }) }
        return sets
    }
}

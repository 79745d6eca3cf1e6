// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Credential queries and their sets (OpenID4VP 1.0 §6.1, 6.2).
extension QueryReader {
    /// Reads `credentials`.
    mutating func credentialQueries(of query: JSONObject) throws(DCQLFault) -> [CredentialQuery] {
        let place = QueryPlace.query.member("credentials")
        let list = try array("credentials", of: query, at: .query)
        guard list.count <= limits.queries else { throw DCQLFault(.tooLarge, place) }
        var ids: Set<String> = []
        var credentials: [CredentialQuery] = []
        for (index, value) in list.enumerated() {
            let credential = try credentialQuery(value, at: place.element(index))
            guard ids.insert(credential.id).inserted else { throw DCQLFault(.duplicateID, place.element(index).member("id")) }
            credentials.append(credential)
        }
        return credentials
    }

    private mutating func credentialQuery(_ value: JSONValue, at place: QueryPlace) throws(DCQLFault) -> CredentialQuery {
        let object = try members(value, at: place)
        let idValue = try self.value("id", of: object, at: place)
        let id = try identifier(idValue, at: place.member("id"))
        let format = try queriedFormat(of: object, at: place)
        let isMultiple = try optionalBool("multiple", of: object, at: place)
        let authorities = try trustedAuthorities(of: object, at: place)
        let requiresHolderBinding = try optionalBool("require_cryptographic_holder_binding", of: object, at: place)
        let claims = try claimQueries(of: object, format: format, at: place)
        let claimSets = try claimSets(of: object, claims: claims, at: place)
        return CredentialQuery(
            id: id, format: format, isMultiple: isMultiple ?? false, authorities: authorities,
            requiresHolderBinding: requiresHolderBinding ?? true, claims: claims, claimSets: claimSets)
    }

    /// Reads `format` and `meta`. The standard requires `meta`, which may be empty.
    private mutating func queriedFormat(of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> CredentialQuery.Format {
        let name = try text("format", of: object, at: place)
        let metaPlace = place.member("meta")
        let metaValue = try value("meta", of: object, at: place)
        let meta = try members(metaValue, at: metaPlace)
        switch QueriedFormat(rawValue: name) {
        case .sdJWT?:
            guard let types = try optionalArray("vct_values", of: meta, at: metaPlace) else { return .sdJWT(types: []) }
            return .sdJWT(types: try texts(types, at: metaPlace.member("vct_values")))
        case .mdoc?:
            guard let type = optionalValue("doctype_value", of: meta) else { return .mdoc(documentType: nil) }
            return .mdoc(documentType: try text(type, at: metaPlace.member("doctype_value")))
        case nil: return .other(name)
        }
    }

    private mutating func trustedAuthorities(of object: JSONObject, at place: QueryPlace) throws(DCQLFault) -> [TrustedAuthority] {
        guard let list = try optionalArray("trusted_authorities", of: object, at: place) else { return [] }
        let listPlace = place.member("trusted_authorities")
        try authorities.use(list.count, at: listPlace)
        var read: [TrustedAuthority] = []
        for (index, value) in list.enumerated() {
            let place = listPlace.element(index)
            let object = try members(value, at: place)
            let type = try text("type", of: object, at: place)
            let list = try array("values", of: object, at: place)
            read.append(TrustedAuthority(type: type, values: try texts(list, at: place.member("values"))))
        }
        return read
    }

    /// Reads `credential_sets`, whose options name credential queries by these ids.
    mutating func credentialSets(of query: JSONObject, ids: Set<String>) throws(DCQLFault) -> [CredentialSet]? {
        guard let list = try optionalArray("credential_sets", of: query, at: .query) else { return nil }
        let listPlace = QueryPlace.query.member("credential_sets")
        guard list.count <= limits.sets else { throw DCQLFault(.tooLarge, listPlace) }
        var sets: [CredentialSet] = []
        for (index, value) in list.enumerated() {
            let place = listPlace.element(index)
            let object = try members(value, at: place)
            let optionsPlace = place.member("options")
            var options: [[String]] = []
            let optionList = try array("options", of: object, at: place)
            for (index, option) in optionList.enumerated() {
                options.append(try resolve(option, at: optionsPlace.element(index)) { ids.contains($0) ? $0 : nil })
            }
            let isRequired = try optionalBool("required", of: object, at: place)
            sets.append(CredentialSet(options: options, isRequired: isRequired ?? true))
        }
        return sets
    }

    /// Reads an array of at least one id, and finds what each names.
    ///
    /// - Parameter find: returns what an id names; nil if the id is unknown.
    mutating func resolve<Found>(
        _ value: JSONValue, at place: QueryPlace, find: (String) -> Found?
    ) throws(DCQLFault) -> [Found] {
        let list = try elements(value, at: place)
        try references.use(list.count, at: place)
        var found: [Found] = []
        for (index, element) in list.enumerated() {
            guard let reference = find(try identifier(element, at: place.element(index))) else {
                throw DCQLFault(.unknownID, place.element(index))
            }
            found.append(reference)
        }
        return found
    }
}

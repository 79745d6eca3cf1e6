// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The members of a value that the standard defines.
private enum KnownMembers: Sendable {
    /// The value has no unknown members.
    case whole
    /// An object with these members, or an array of such objects.
    case members([String: KnownMembers])
    /// An array of credential queries, whose `meta` depends on the format.
    case credentials

    static let query: [String: KnownMembers] = [
        "credentials": .credentials, "credential_sets": .members(["options": .whole, "required": .whole]),
    ]

    static func credential(_ object: JSONObject) -> [String: KnownMembers] {
        let meta: KnownMembers =
            switch object["format"] {
            case .string(QueriedFormat.sdJWT.rawValue)?: .members(["vct_values": .whole])
            case .string(QueriedFormat.mdoc.rawValue)?: .members(["doctype_value": .whole])
            default: .whole
            }
        return [
            "id": .whole, "format": .whole, "multiple": .whole, "meta": meta,
            "trusted_authorities": .members(["type": .whole, "values": .whole]), "require_cryptographic_holder_binding": .whole,
            "claims": .members(["id": .whole, "path": .whole, "values": .whole, "intent_to_retain": .whole]), "claim_sets": .whole,
        ]
    }
}

extension QueryReader {
    /// The members of a query that the standard defines, in their order, without the unknown members in them.
    mutating func knownMembers(of query: JSONObject) -> JSONObject { keeping(KnownMembers.query, of: query) }

    private mutating func keeping(_ known: [String: KnownMembers], of object: JSONObject) -> JSONObject {
        var kept = JSONObject()
        for (name, value) in object.members {
            count(1)
            if let members = known[name] { kept.append(unique: name, keeping(members, of: value)) }
        }
        return kept
    }

    private mutating func keeping(_ known: KnownMembers, of value: JSONValue) -> JSONValue {
        switch (known, value) {
        case (.whole, _): return value
        case (_, .array(let elements)):
            count(elements.count)
            var kept: [JSONValue] = []
            for element in elements { kept.append(keeping(known, of: element)) }
            return .array(kept)
        case (.members(let members), .object(let object)): return .object(keeping(members, of: object))
        case (.credentials, .object(let object)): return .object(keeping(KnownMembers.credential(object), of: object))
        default: return value
        }
    }
}

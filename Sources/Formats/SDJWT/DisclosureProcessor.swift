// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// A claim that a disclosure revealed, and where it stands in the processed payload.
package struct DisclosedClaim: Sendable, Hashable {
    /// Names and indexes down to the claim; an index counts the elements that are visible.
    package let path: ClaimPath
    /// The disclosure.
    package let disclosure: Disclosure
}

/// Puts disclosed claims in the place of their digests and takes everything else that belongs to selective disclosure away (RFC 9901 §7.1,
/// steps 2.4 and 3 to 5).
///
/// A digest is looked up once only: the second time it is refused before anything is put there, so there are no circles.
struct DisclosureProcessor {
    /// Members of the payload that a verifier decides by. They must stand there for all to see, they and all that they hold (SD-JWT VC,
    /// *Registered JWT Claims*; RFC 9901 §9.7).
    static let alwaysVisible: Set<String> = ["iss", "aud", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"]
    /// Names that no claim may have.
    static func isReserved(_ name: String) -> Bool { name == "_sd" || name == "..." || name == "_sd_alg" }

    /// The claims that were revealed so far, a claim before those that it holds.
    private(set) var disclosed: [DisclosedClaim] = []
    private let disclosures: [DigestKey: Disclosure]
    private let limits: SDJWTLimits
    private var digests: Set<DigestKey> = []

    /// A processor for the disclosures of one token, none of which is there twice.
    init(_ disclosures: [Disclosure], limits: SDJWTLimits) {
        self.disclosures = Dictionary(disclosures.map { ($0.key, $0) }) { first, _ in first }
        self.limits = limits
    }

    /// The processed payload: without `_sd`, `...` and `_sd_alg`, with every claim that was disclosed.
    ///
    /// - Throws: `SDJWTRejection` with `hashAlgorithm`, `disclosurePlace`, `disclosureUnknown`, `reservedName`, `claimDoubled`, `digest`,
    ///   `digestDoubled`, `hiddenClaim` or `tooLarge`.
    mutating func process(_ payload: JSONObject) throws(SDJWTRejection) -> JSONObject {
        var payload = payload
        if let algorithm = payload.remove("_sd_alg"), algorithm != "sha-256" { throw SDJWTRejection(.hashAlgorithm) }
        let processed = try object(payload, Place(path: [], mayHide: true))
        guard disclosed.count == disclosures.count else { throw SDJWTRejection(.disclosureUnknown) }
        return processed
    }

    /// Where in the payload we are.
    private struct Place {
        let path: ClaimPath
        /// Whether claims may be hidden here: not in those that must be visible.
        let mayHide: Bool

        func member(_ name: String) -> Place {
            Place(path: path.appending(.name(name)), mayHide: mayHide && !(path.steps.isEmpty && alwaysVisible.contains(name)))
        }

        func element(_ index: Int) -> Place { Place(path: path.appending(.index(index)), mayHide: mayHide) }
    }

    private mutating func value(_ value: JSONValue, _ place: Place) throws(SDJWTRejection) -> JSONValue {
        switch value {
        case .object(let members): .object(try object(members, place))
        case .array(let elements): .array(try array(elements, place))
        default: value
        }
    }

    private mutating func object(_ object: JSONObject, _ place: Place) throws(SDJWTRejection) -> JSONObject {
        // The object itself is one level below its place.
        guard place.path.steps.count < limits.maximumDepth else { throw SDJWTRejection(.tooLarge) }
        var processed = JSONObject()
        for (name, content) in object.members where name != "_sd" {
            guard !Self.isReserved(name) else { throw SDJWTRejection(.reservedName) }
            processed.append(unique: name, try value(content, place.member(name)))
        }
        guard let hidden = object["_sd"] else { return processed }

        guard case .array(let digests) = hidden else { throw SDJWTRejection(.digest) }
        for digest in digests {
            guard let disclosure = try disclosure(for: digest, place) else { continue }
            guard let name = disclosure.name else { throw SDJWTRejection(.disclosurePlace) }
            guard !Self.isReserved(name) else { throw SDJWTRejection(.reservedName) }
            let member = place.member(name)
            guard member.mayHide else { throw SDJWTRejection(.hiddenClaim) }
            guard processed[name] == nil else { throw SDJWTRejection(.claimDoubled) }
            disclosed.append(DisclosedClaim(path: member.path, disclosure: disclosure))
            processed.append(unique: name, try value(disclosure.value, member))
        }
        return processed
    }

    private mutating func array(_ elements: [JSONValue], _ place: Place) throws(SDJWTRejection) -> [JSONValue] {
        guard place.path.steps.count < limits.maximumDepth else { throw SDJWTRejection(.tooLarge) }
        var processed: [JSONValue] = []
        for element in elements {
            let here = place.element(processed.count)
            guard case .object(let members) = element, let digest = members["..."] else {
                processed.append(try value(element, here))
                continue
            }
            guard members.count == 1 else { throw SDJWTRejection(.digest) }
            guard let disclosure = try disclosure(for: digest, place) else { continue }
            guard disclosure.name == nil else { throw SDJWTRejection(.disclosurePlace) }
            disclosed.append(DisclosedClaim(path: here.path, disclosure: disclosure))
            processed.append(try value(disclosure.value, here))
        }
        return processed
    }

    /// The disclosure with that digest; nil for a decoy and for what the holder keeps to itself.
    private mutating func disclosure(for digest: JSONValue, _ place: Place) throws(SDJWTRejection) -> Disclosure? {
        guard place.mayHide else { throw SDJWTRejection(.hiddenClaim) }
        guard case .string(let text) = digest, let bytes = try? Base64URL.decode(text), let key = DigestKey(bytes) else {
            throw SDJWTRejection(.digest)
        }
        guard digests.count < limits.maximumDigests else { throw SDJWTRejection(.tooLarge) }
        guard digests.insert(key).inserted else { throw SDJWTRejection(.digestDoubled) }
        return disclosures[key]
    }
}

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
    private let disclosures: [Disclosure]
    /// Where in ``disclosures`` the one with a digest is.
    private let places: [DigestKey: Int]
    private let limits: SDJWTLimits
    private var digests: Set<DigestKey> = []
    /// The steps from the payload down to where we are.
    private var path: [ClaimPath.Step] = []

    /// A processor for the disclosures of one token, none of which is there twice.
    init(_ disclosures: [Disclosure], limits: SDJWTLimits) {
        self.disclosures = disclosures
        self.limits = limits
        var places: [DigestKey: Int] = Dictionary(minimumCapacity: disclosures.count)
        for (place, disclosure) in disclosures.enumerated() where places[disclosure.key] == nil { places[disclosure.key] = place }
        self.places = places
        digests.reserveCapacity(disclosures.count)
        disclosed.reserveCapacity(disclosures.count)
    }

    /// The processed payload: without `_sd`, `...` and `_sd_alg`, with every claim that was disclosed.
    ///
    /// - Throws: `SDJWTRejection` with `hashAlgorithm`, `disclosurePlace`, `disclosureUnknown`, `reservedName`, `claimDoubled`, `digest`,
    ///   `digestDoubled`, `hiddenClaim` or `tooLarge`.
    mutating func process(_ payload: JSONObject) throws(SDJWTRejection) -> JSONObject {
        var payload = payload
        if let algorithm = payload.remove("_sd_alg"), algorithm != "sha-256" { throw SDJWTRejection(.hashAlgorithm) }
        let processed = try object(payload, mayHide: true)
        guard disclosed.count == places.count else { throw SDJWTRejection(.disclosureUnknown) }
        return processed
    }

    /// - Parameters:
    ///   - step: from where we are to the value.
    ///   - mayHide: whether claims may be hidden in it.
    private mutating func value(_ value: JSONValue, at step: ClaimPath.Step, mayHide: Bool) throws(SDJWTRejection) -> JSONValue {
        switch value {
        case .object(let members):
            path.append(step)
            defer { path.removeLast() }
            return .object(try object(members, mayHide: mayHide))
        case .array(let elements):
            path.append(step)
            defer { path.removeLast() }
            return .array(try array(elements, mayHide: mayHide))
        default: return value
        }
    }

    /// Whether a member of the object where we are, and what it holds, may be hidden: not what must be visible.
    private func mayHide(_ name: String, inside mayHide: Bool) -> Bool {
        mayHide && !(path.isEmpty && Self.alwaysVisible.contains(name))
    }

    private mutating func object(_ object: JSONObject, mayHide: Bool) throws(SDJWTRejection) -> JSONObject {
        // The object itself is one level below its place.
        guard path.count < limits.maximumDepth else { throw SDJWTRejection(.tooLarge) }
        var processed = JSONObject()
        processed.reserveCapacity(object.count)
        var hidden: JSONValue?
        for (name, content) in object.members {
            if name == "_sd" {
                hidden = content
                continue
            }
            guard !Self.isReserved(name) else { throw SDJWTRejection(.reservedName) }
            let inside = self.mayHide(name, inside: mayHide)
            processed.append(unique: name, try value(content, at: .name(name), mayHide: inside))
        }
        guard let hidden else { return processed }

        guard case .array(let digests) = hidden else { throw SDJWTRejection(.digest) }
        for digest in digests {
            guard let place = try place(of: digest, mayHide: mayHide) else { continue }
            let disclosure = disclosures[place]
            guard let name = disclosure.name else { throw SDJWTRejection(.disclosurePlace) }
            guard !Self.isReserved(name) else { throw SDJWTRejection(.reservedName) }
            guard self.mayHide(name, inside: mayHide) else { throw SDJWTRejection(.hiddenClaim) }
            guard !processed.has(name) else { throw SDJWTRejection(.claimDoubled) }
            disclosed.append(DisclosedClaim(path: ClaimPath(path + CollectionOfOne(.name(name))), disclosure: disclosure))
            processed.append(unique: name, try value(disclosure.value, at: .name(name), mayHide: mayHide))
        }
        return processed
    }

    private mutating func array(_ elements: [JSONValue], mayHide: Bool) throws(SDJWTRejection) -> [JSONValue] {
        guard path.count < limits.maximumDepth else { throw SDJWTRejection(.tooLarge) }
        var processed: [JSONValue] = []
        for element in elements {
            let here = ClaimPath.Step.index(processed.count)
            guard case .object(let members) = element, let digest = members["..."] else {
                processed.append(try value(element, at: here, mayHide: mayHide))
                continue
            }
            guard members.count == 1 else { throw SDJWTRejection(.digest) }
            guard let place = try place(of: digest, mayHide: mayHide) else { continue }
            let disclosure = disclosures[place]
            guard disclosure.name == nil else { throw SDJWTRejection(.disclosurePlace) }
            disclosed.append(DisclosedClaim(path: ClaimPath(path + CollectionOfOne(here)), disclosure: disclosure))
            processed.append(try value(disclosure.value, at: here, mayHide: mayHide))
        }
        return processed
    }

    /// Where the disclosure with that digest is; nil for a decoy and for what the holder keeps to itself.
    private mutating func place(of digest: JSONValue, mayHide: Bool) throws(SDJWTRejection) -> Int? {
        guard mayHide else { throw SDJWTRejection(.hiddenClaim) }
        guard case .string(let text) = digest, let bytes = try? Base64URL.decode(text), let key = DigestKey(bytes) else {
            throw SDJWTRejection(.digest)
        }
        guard digests.count < limits.maximumDigests else { throw SDJWTRejection(.tooLarge) }
        guard digests.insert(key).inserted else { throw SDJWTRejection(.digestDoubled) }
        return places[key]
    }
}

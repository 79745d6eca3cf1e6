// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A disclosed claim and its place in the processed payload.
public struct DisclosedClaim: Sendable, Hashable {
    /// The path to the claim; an index counts the visible elements.
    public let path: ClaimPath
    /// The disclosure with the claim's value.
    public let disclosure: Disclosure
}

/// Replaces digests by the disclosed claims and removes the other parts of the disclosure mechanism (RFC 9901 §7.1, steps 2.4 and 3 to 5).
///
/// Each digest may be used only once; a second use is refused before the claim is inserted, which prevents cycles.
struct DisclosureProcessor {
    /// Members of the payload on which a verifier decides. These members and everything in them must be visible (SD-JWT VC, *Registered JWT
    /// Claims*; RFC 9901 §9.7).
    static let alwaysVisible: Set<String> = ["iss", "aud", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"]
    /// True for names that no claim may have.
    static func isReserved(_ name: String) -> Bool { name == "_sd" || name == "..." || name == "_sd_alg" }

    /// The claims disclosed so far; a claim precedes the claims in it.
    private(set) var disclosed: [DisclosedClaim] = []
    private let disclosures: [Disclosure]
    /// The index in ``disclosures`` for each digest.
    private let places: [DigestKey: Int]
    private let limits: SDJWTLimits
    private var digests: Set<DigestKey> = []
    /// The path from the payload to the current value.
    private var path: [ClaimPath.Step] = []

    /// A processor for the unique disclosures of one token.
    init(_ disclosures: [Disclosure], limits: SDJWTLimits) {
        self.disclosures = disclosures
        self.limits = limits
        var places: [DigestKey: Int] = Dictionary(minimumCapacity: disclosures.count)
        for (place, disclosure) in disclosures.enumerated() where places[disclosure.key] == nil { places[disclosure.key] = place }
        self.places = places
        digests.reserveCapacity(disclosures.count)
        disclosed.reserveCapacity(disclosures.count)
    }

    /// Processes a payload: inserts the disclosed claims and removes `_sd`, `...` and `_sd_alg`.
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
    ///   - step: the step from the current path to the value.
    ///   - mayHide: true if the value may contain hidden claims.
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

    /// True if a member of the current object, or a claim in it, may be hidden: it need not be visible.
    private func mayHide(_ name: String, inside mayHide: Bool) -> Bool {
        mayHide && !(path.isEmpty && Self.alwaysVisible.contains(name))
    }

    private mutating func object(_ object: JSONObject, mayHide: Bool) throws(SDJWTRejection) -> JSONObject {
        // The object is one level below its path.
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

    /// The index of the disclosure with this digest; nil for a decoy or an undisclosed claim.
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

// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import JSON

/// The reason why an SD-JWT cannot be made as requested: an error of the caller, not of a token.
@nonexhaustive public enum SDJWTMistake: String, Error, Hashable, Sendable {
    /// A path leads to no claim.
    case noSuchClaim
    /// A claim has the name `_sd`, `...` or `_sd_alg`.
    case reservedName
    /// A claim on which verifiers decide, or a claim in it, was requested as selectively disclosable.
    case mustBeVisible
    /// The claims are nested deeper than ``SDJWTLimits/maximumDepth``.
    case tooDeep
}

/// An SD-JWT with payload and disclosures that lacks only the issuer's signature (RFC 9901 §4).
public struct UnsignedSDJWT: Sendable {
    /// The payload to sign: visible claims and digests.
    public let payload: JSONObject
    /// The disclosures; the disclosure of an inner claim precedes the disclosure of the claim that contains it.
    public let disclosures: [Disclosure]

    /// Replaces claims by digests.
    ///
    /// - Parameters:
    ///   - claims: all claims, including the registered ones (`iss`, `vct`, `cnf`, `exp` …).
    ///   - disclosable: the claims that the holder may disclose or withhold, including claims within other hidden claims (§4.2.6). `iss`,
    ///     `aud`, `nbf`, `exp`, `cnf`, `vct` and `status` must stay visible.
    ///   - minimumDigests: decoys fill each `_sd`, and each array with a hidden element, up to this number of digests, which conceals the
    ///     number of claims (§4.2.5).
    ///   - random: returns `count` cryptographically secure random bytes. Each salt and each decoy uses fresh bytes.
    /// - Throws: ``SDJWTMistake``.
    public init(
        claims: JSONObject, disclosable: [ClaimPath], minimumDigests: Int = 0, random: @escaping (_ count: Int) -> [UInt8]
    ) throws(SDJWTMistake) {
        var hider = ClaimHider(minimumDigests: minimumDigests, random: random)
        guard disclosable.allSatisfy({ !$0.steps.isEmpty }) else { throw .noSuchClaim }
        for path in disclosable {
            if case .name(let name)? = path.steps.first, DisclosureProcessor.alwaysVisible.contains(name) { throw .mustBeVisible }
        }
        let paths = disclosable.enumerated().map { ClaimHider.Rest(number: $0.offset, steps: $0.element.steps[...]) }
        var payload = try hider.object(claims, paths, depth: 0)
        // A path without a claim would leave a claim visible that the caller meant to hide.
        guard hider.found.count == paths.count else { throw .noSuchClaim }
        if !hider.disclosures.isEmpty { payload.append("_sd_alg", "sha-256") }
        self.payload = payload
        disclosures = hider.disclosures
    }

    /// Signs with ES256.
    ///
    /// - Parameters:
    ///   - type: `typ`; ``CompactSDJWT/credentialType`` for a credential.
    ///   - keyID: `kid`; see `JWTHeader`.
    ///   - certificates: `x5c`, DER certificates, the issuer's first, without the root as HAIP 1.0 requires. Empty omits `x5c`.
    ///   - signer: signs with the issuer's key.
    /// - Throws: errors of `signer`, or `JOSEError` if it does not return 64 bytes.
    public func signed(
        type: String = CompactSDJWT.credentialType, keyID: String? = nil, certificates: [[UInt8]] = [], by signer: ES256Signer
    ) async throws -> CompactSDJWT {
        var header = JWTHeader(type: type, keyID: keyID).json
        if !certificates.isEmpty { header.append("x5c", X5C.encode(certificates)) }
        let jws = try await CompactJWS.signed(header: header, payload: payload.encode(), by: signer)
        return CompactSDJWT(issuerSigned: jws, disclosures: disclosures)
    }
}

/// Replaces claims by digests, from the innermost outwards (RFC 9901 §4.2).
private struct ClaimHider {
    /// The remaining steps of a path at a place in the claims.
    struct Rest {
        /// The index of the path.
        let number: Int
        let steps: ArraySlice<ClaimPath.Step>
    }

    /// Minimum number of digests in each `_sd` and in each array with a hidden element.
    let minimumDigests: Int
    let random: (_ count: Int) -> [UInt8]
    private(set) var disclosures: [Disclosure] = []
    /// The indexes of the paths that have led to a claim.
    private(set) var found: Set<Int> = []

    init(minimumDigests: Int, random: @escaping (_ count: Int) -> [UInt8]) {
        self.minimumDigests = minimumDigests
        self.random = random
    }

    /// Hides the claims that the paths select, and refuses reserved names.
    mutating func object(_ object: JSONObject, _ paths: [Rest], depth: Int) throws(SDJWTMistake) -> JSONObject {
        guard depth < SDJWTLimits.default.maximumDepth else { throw .tooDeep }
        var visible: [(String, JSONValue)] = []
        var digests: [String] = []
        for (name, content) in object.members {
            guard !DisclosureProcessor.isReserved(name) else { throw .reservedName }
            let (isHidden, rest) = follow(paths, .name(name))
            let content = try value(content, rest, depth: depth + 1)
            if isHidden { digests.append(hide(name, content)) } else { visible.append((name, content)) }
        }
        guard !digests.isEmpty else { return JSONObject(visible) }
        digests += decoys(beside: digests.count)
        // Sorting conceals the original order of the claims.
        return JSONObject(visible + [("_sd", .array(digests.sorted().map(JSONValue.string)))])
    }

    private mutating func array(_ elements: [JSONValue], _ paths: [Rest], depth: Int) throws(SDJWTMistake) -> [JSONValue] {
        guard depth < SDJWTLimits.default.maximumDepth else { throw .tooDeep }
        var result: [JSONValue] = []
        var hidden = 0
        for (index, content) in elements.enumerated() {
            let (isHidden, rest) = follow(paths, .index(index))
            let content = try value(content, rest, depth: depth + 1)
            if isHidden { hidden += 1 }
            result.append(isHidden ? ["...": .string(hide(nil, content))] : content)
        }
        guard hidden > 0 else { return result }
        return result + decoys(beside: hidden).map { ["...": .string($0)] }
    }

    private mutating func value(_ value: JSONValue, _ paths: [Rest], depth: Int) throws(SDJWTMistake) -> JSONValue {
        switch value {
        case .object(let members): .object(try object(members, paths, depth: depth))
        case .array(let elements): .array(try array(elements, paths, depth: depth))
        default: value
        }
    }

    /// Advances the paths by an existing step; `isHidden` is true if a path ends with this step.
    private mutating func follow(_ paths: [Rest], _ step: ClaimPath.Step) -> (isHidden: Bool, rest: [Rest]) {
        var rest: [Rest] = []
        var isHidden = false
        for path in paths {
            guard let first = path.steps.first, first.covers(step) else { continue }
            if path.steps.count > 1 {
                rest.append(Rest(number: path.number, steps: path.steps.dropFirst()))
            } else {
                isHidden = true
                found.insert(path.number)
            }
        }
        return (isHidden, rest)
    }

    private mutating func hide(_ name: String?, _ value: JSONValue) -> String {
        let disclosure = Disclosure(salt: Base64URL.encode(random(16)), name: name, value: value)
        disclosures.append(disclosure)
        return Base64URL.encode(disclosure.digest)
    }

    /// The missing number of decoy digests.
    private func decoys(beside count: Int) -> [String] {
        (0..<max(0, minimumDigests - count)).map { _ in Base64URL.encode(Disclosure.digest(of: Base64URL.encode(random(32)))) }
    }
}

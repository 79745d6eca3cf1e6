// SPDX-License-Identifier: EUPL-1.2

import JSON
import SDJWT

/// A credential query, made ready once and then asked of one credential after another.
struct CredentialMatcher {
    /// The result for one credential.
    enum Answer {
        case candidate(Candidate)
        case miss(Miss)
    }

    private struct AskedClaim {
        let path: ClaimPath
        let values: Set<JSONValue>?
    }

    private enum Finding {
        case met([ClaimPath])
        case otherValue
        case absent
    }

    /// nil: any authority.
    private let authorityKeys: Set<[UInt8]>?
    private let claims: [AskedClaim]
    /// The sets of claims, as indexes into `claims`, in the verifier's order. No set has a path twice: the standard has wallets ignore a
    /// claim that is asked for again (§6.1).
    private let options: [[Int]]

    /// Values visited and claims looked up, over all credentials.
    private(set) var steps: Int

    init(_ query: CredentialQuery) {
        authorityKeys = query.authorities.isEmpty ? nil : Self.keys(of: query.authorities)
        let claims = query.claims ?? []
        self.claims = claims.map { claim in AskedClaim(path: claim.path, values: claim.values.map { Set($0) }) }
        // The index of the first claim with the same path, so that a set compares numbers, however often it names a long path.
        var firsts: [ClaimPath: Int] = [:]
        for (index, claim) in claims.enumerated() where firsts[claim.path] == nil { firsts[claim.path] = index }
        let same = claims.map { firsts[$0.path] }
        options = (query.claimSets ?? [Array(claims.indices)]).map { option in
            var seen: Set<Int?> = []
            return option.filter { seen.insert(same[$0]).inserted }
        }
        steps = claims.reduce(0) { $0 + ($1.values?.count ?? 0) }
    }

    /// The answer of a credential that has the format and type.
    mutating func answer(of credential: QueriedCredential) -> Answer {
        if let authorityKeys, !credential.authorityKeys.contains(where: { authorityKeys.contains($0) }) {
            return .miss(Miss(reference: credential.reference, cause: .authority))
        }
        var findings = [Finding?](repeating: nil, count: claims.count)
        var nearest = Miss.Cause.claim
        for option in options {
            var cause: Miss.Cause?
            for index in option where cause != .claim {
                let finding = findings[index] ?? find(claims[index], in: credential)
                findings[index] = finding
                steps += 1
                switch finding {
                case .met: break
                case .otherValue: cause = .value
                case .absent: cause = .claim
                }
            }
            if cause == nil {
                return .candidate(Candidate(reference: credential.reference, paths: Self.paths(of: option, in: findings)))
            }
            if cause == .value { nearest = .value }
        }
        return .miss(Miss(reference: credential.reference, cause: nearest))
    }

    /// The paths of a set that is met, each once. A set that is not met costs nothing here, however many values its claims have.
    private static func paths(of option: [Int], in findings: [Finding?]) -> [ClaimPath] {
        var seen: Set<ClaimPath> = []
        var paths: [ClaimPath] = []
        for index in option {
            guard case .met(let found)? = findings[index] else { continue }
            for path in found where seen.insert(path).inserted { paths.append(path) }
        }
        return paths
    }

    private mutating func find(_ claim: AskedClaim, in credential: QueriedCredential) -> Finding {
        guard Self.mayFollow(claim.path, in: credential) else { return .absent }
        let selection = claim.path.selection(in: credential.claims, steps: &steps)
        guard !selection.isEmpty else { return .absent }
        guard let values = claim.values else { return .met([claim.path]) }
        let matching = selection.filter { $0.value.isComparable && values.contains($0.value) }
        return matching.isEmpty ? .otherValue : .met(matching.map { claim.path.choosing($0.elements) })
    }

    /// False if the path leads to a withheld claim, or is not of the two names that a path into an mdoc has (§7.2).
    private static func mayFollow(_ path: ClaimPath, in credential: QueriedCredential) -> Bool {
        let isMDoc = credential.format == .mdoc
        let names = path.steps.prefix(isMDoc ? 2 : 1).compactMap { step -> String? in
            if case .name(let name) = step { name } else { nil }
        }
        guard !isMDoc || path.steps.count == 2 && names.count == 2 else { return false }
        return credential.withheld.isDisjoint(with: names)
    }

    /// The keys of type `aki`. The other types of authorities match no credential, since the wallet cannot look them up (§6.1.1).
    private static func keys(of authorities: [TrustedAuthority]) -> Set<[UInt8]> {
        var keys: Set<[UInt8]> = []
        for authority in authorities where authority.type == "aki" {
            for value in authority.values {
                if let key = try? Base64URL.decode(value) { keys.insert(key) }
            }
        }
        return keys
    }
}

extension JSONValue {
    /// True for the kinds of values that a query can name (§6.3); spares the hashing of large arrays and objects.
    fileprivate var isComparable: Bool {
        switch self {
        case .string, .integer, .bool: true
        case .null, .decimal, .array, .object: false
        }
    }
}

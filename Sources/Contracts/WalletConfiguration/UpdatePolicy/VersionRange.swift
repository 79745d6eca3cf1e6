// SPDX-License-Identifier: EUPL-1.2

/// The range of versions to which a rule applies.
///
/// ```
/// range      = comparator *7( "," comparator )      ; all must match
/// comparator = ( "=" / "!=" / "<" / "<=" / ">" / ">=" ) version
/// version    = number "." number "." number         ; 0...999999, no leading zeros
/// ```
/// Spaces, wildcards and bare versions are refused (T-C5). Two ranges are equal if their texts are.
package struct VersionRange: Sendable, Hashable, CustomStringConvertible {
    /// A condition on a version.
    package struct Comparator: Sendable, Hashable, CustomStringConvertible {
        package let relation: Relation
        /// The version on the right-hand side.
        package let version: AppVersion

        package init(_ relation: Relation, _ version: AppVersion) {
            self.relation = relation
            self.version = version
        }

        package var description: String { relation.rawValue + version.description }
    }

    /// A comparison operator.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// 1 to 8 conditions, all of which must match.
    package let comparators: [Comparator]

    /// Maximum number of conditions in a range.
    package static let maximumCount = 8

    /// Reads a range; nil for any other text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumCount * 24 else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumCount else { return nil }
        var comparators: [Comparator] = []
        for part in parts {
            let sign = part.prefix { "=!<>".contains($0) }
            guard let relation = Relation(rawValue: String(sign)), let version = AppVersion(part.dropFirst(sign.count)) else { return nil }
            comparators.append(Comparator(relation, version))
        }
        self.comparators = comparators
    }

    /// True if the version matches every condition.
    package func contains(_ version: AppVersion) -> Bool {
        comparators.allSatisfy { comparator in
            switch comparator.relation {
            case .equal: version == comparator.version
            case .notEqual: version != comparator.version
            case .less: version < comparator.version
            case .lessOrEqual: version <= comparator.version
            case .greater: version > comparator.version
            case .greaterOrEqual: version >= comparator.version
            }
        }
    }

    /// The range's only accepted spelling.
    package var description: String { comparators.map(\.description).joined(separator: ",") }
}

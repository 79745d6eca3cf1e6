// SPDX-License-Identifier: EUPL-1.2

/// Which versions a rule is about.
///
/// ```
/// range      = comparator *7( "," comparator )      ; all of them hold
/// comparator = ( "=" / "!=" / "<" / "<=" / ">" / ">=" ) version
/// version    = number "." number "." number         ; 0...999999, no leading zeros
/// ```
/// No spaces, no wildcards, no bare versions: everything else is refused (T-C5). Two ranges are equal when their texts are.
package struct VersionRange: Sendable, Hashable, CustomStringConvertible {
    /// One condition.
    package struct Comparator: Sendable, Hashable, CustomStringConvertible {
        /// How a version is compared.
        package let relation: Relation
        /// With what it is compared.
        package let version: AppVersion

        /// A condition.
        package init(_ relation: Relation, _ version: AppVersion) {
            self.relation = relation
            self.version = version
        }

        /// The relation and the version.
        package var description: String { relation.rawValue + version.description }
    }

    /// How a version is compared.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        /// The same version.
        case equal = "="
        /// Any other version.
        case notEqual = "!="
        /// Before it.
        case less = "<"
        /// It or before it.
        case lessOrEqual = "<="
        /// After it.
        case greater = ">"
        /// It or after it.
        case greaterOrEqual = ">="
    }

    /// The conditions, 1 to 8, all of which hold.
    package let comparators: [Comparator]

    /// The most conditions of a range.
    package static let maximumCount = 8

    /// The range that a text writes; nil for anything else.
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

    /// Whether a version is in the range.
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

    /// The one text of the range.
    package var description: String { comparators.map(\.description).joined(separator: ",") }
}

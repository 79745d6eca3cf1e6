// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// All versions, divided into spans. The given ranges treat all versions of a span alike.
struct VersionAxis {
    /// Consecutive versions, from the first to the last.
    struct Span: CustomStringConvertible {
        let first: AppVersion
        let last: AppVersion

        var description: String {
            if first == last { return "version \(first)" }
            if last.successor == nil { return first.predecessor == nil ? "every version" : "versions from \(first)" }
            // Readers do not recognise 1.1.999999 as an upper bound.
            let end = last.patch == AppVersion.range.upperBound ? last.successor.map { "before \($0)" } : nil
            if first.predecessor == nil { return "versions \(end ?? "up to \(last)")" }
            return "versions from \(first) \(end ?? "to \(last)")"
        }
    }

    let spans: [Span]

    /// - Parameters:
    ///   - ranges: the ranges that must treat all versions of a span alike.
    ///   - versions: additional versions at which a span begins.
    init(ranges: [VersionRange], versions: [AppVersion] = []) {
        let named = ranges.flatMap(\.comparators).map(\.version) + versions
        let least = AppVersion(major: 0, minor: 0, patch: 0)
        let starts = Set([least].compactMap { $0 } + named + named.compactMap(\.successor)).sorted()
        spans = starts.indices.map { index in
            let next = index + 1 < starts.count ? starts[index + 1].predecessor : .greatest
            return Span(first: starts[index], last: next ?? starts[index])
        }
    }
}

extension AppVersion {
    /// The greatest possible version.
    static var greatest: AppVersion? {
        AppVersion(major: range.upperBound, minor: range.upperBound, patch: range.upperBound)
    }

    /// The next version; nil for the greatest.
    var successor: AppVersion? {
        AppVersion(major: major, minor: minor, patch: patch + 1) ?? AppVersion(major: major, minor: minor + 1, patch: 0)
            ?? AppVersion(major: major + 1, minor: 0, patch: 0)
    }

    /// The preceding version; nil for 0.0.0.
    var predecessor: AppVersion? {
        let top = Self.range.upperBound
        return AppVersion(major: major, minor: minor, patch: patch - 1) ?? AppVersion(major: major, minor: minor - 1, patch: top)
            ?? AppVersion(major: major - 1, minor: top, patch: top)
    }
}

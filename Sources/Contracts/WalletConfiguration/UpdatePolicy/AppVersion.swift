// SPDX-License-Identifier: EUPL-1.2

/// A version of the app: `major.minor.patch`, each 0...999999 without leading zeros.
package struct AppVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let major: Int
    package let minor: Int
    package let patch: Int

    /// The range of each number.
    package static let range = 0...999_999

    /// A version; nil if a number is out of range.
    package init?(major: Int, minor: Int, patch: Int) {
        guard [major, minor, patch].allSatisfy(Self.range.contains) else { return nil }
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads a version; nil for any other text, including spaces, a suffix, or fewer or more numbers.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let major = parts[0].plainNumber(Self.range), let minor = parts[1].plainNumber(Self.range),
            let patch = parts[2].plainNumber(Self.range)
        else { return nil }
        self.init(major: major, minor: minor, patch: patch)
    }

    /// The version's only accepted spelling.
    package var description: String { "\(major).\(minor).\(patch)" }

    /// Compares major, then minor, then patch.
    package static func < (left: AppVersion, right: AppVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

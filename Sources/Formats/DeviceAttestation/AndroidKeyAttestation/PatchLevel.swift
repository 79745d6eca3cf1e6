// SPDX-License-Identifier: EUPL-1.2

/// A security patch level of Android: a month.
public struct PatchLevel: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year, 2000 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int

    /// A month; nil if out of range.
    public init?(year: Int, month: Int) {
        guard (2000...9999).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// Reads the number YYYYMM from an attestation; nil for other numbers, including 0 (a system without patch level).
    public init?(number: UInt64) {
        guard number <= 999_999 else { return nil }
        self.init(year: Int(number) / 100, month: Int(number) % 100)
    }

    /// Reads the form `YYYY-MM` of configurations; nil for any other text.
    public init?(parsing text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1])
        else { return nil }
        self.init(year: year, month: month)
    }

    /// The number YYYYMM, as in attestations.
    public var number: UInt64 { UInt64(year * 100 + month) }

    /// The form `YYYY-MM`, as in configurations.
    public var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Orders months chronologically.
    public static func < (one: PatchLevel, other: PatchLevel) -> Bool { one.number < other.number }
}

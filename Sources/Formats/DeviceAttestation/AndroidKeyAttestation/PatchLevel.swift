// SPDX-License-Identifier: EUPL-1.2

/// The month of a device's security patches, as Android counts them.
package struct PatchLevel: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year, 2000 to 9999.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int

    /// A month; nil when it is none.
    package init?(year: Int, month: Int) {
        guard (2000...9999).contains(year), (1...12).contains(month) else { return nil }
        self.year = year
        self.month = month
    }

    /// The month that an attestation gives as the number YYYYMM; nil for every other number, 0 (a system that has no patch level) included.
    package init?(number: UInt64) {
        guard number <= 999_999 else { return nil }
        self.init(year: Int(number) / 100, month: Int(number) % 100)
    }

    /// The month that a configuration gives as `YYYY-MM`; nil for every other text.
    package init?(parsing text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1])
        else { return nil }
        self.init(year: year, month: month)
    }

    /// The month as an attestation gives it: YYYYMM.
    package var number: UInt64 { UInt64(year * 100 + month) }

    /// The month as a configuration gives it: `YYYY-MM`.
    package var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    /// Months are ordered by time.
    package static func < (one: PatchLevel, other: PatchLevel) -> Bool { one.number < other.number }
}

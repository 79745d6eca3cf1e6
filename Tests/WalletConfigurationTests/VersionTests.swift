// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration

/// The grammar of versions and ranges, and their order (T-C5).
struct VersionTests {
    private static let sorted = [
        "0.0.0", "0.0.1", "0.0.9", "0.0.10", "0.1.0", "0.9.999999", "0.10.0", "1.0.0", "1.0.2", "1.0.10", "1.2.0", "1.10.0", "2.0.0",
        "10.0.0",
        "999999.999999.999999",
    ]

    @Test func `versions round-trip and are ordered`() throws {
        let versions = try Self.sorted.map { try #require(AppVersion($0)) }
        #expect(versions.map(\.description) == Self.sorted)
        #expect(versions.shuffled().sorted() == versions)
        for (left, first) in versions.enumerated() {
            for (right, second) in versions.enumerated() {
                #expect((first < second) == (left < right) && (first == second) == (left == right))
            }
        }
    }

    @Test(arguments: [
        "", "1", "1.2", "1.2.3.4", "1.2.", ".1.2", "1..2", "01.2.3", "1.02.3", "1.2.00", "1000000.0.0", "1.2.1000000", "-1.2.3", "+1.2.3",
        "v1.2.3",
        "1.2.3-beta", "1.2.3+5", "1.2.3 ", " 1.2.3", "1.2.x", "1.2.*", "١.٢.٣", "1,2,3", "1.2.3\n", "99999999999999999999.0.0", "1e1.0.0",
        "0x1.0.0",
    ])
    func `any other text is refused as a version`(_ text: String) {
        #expect(AppVersion(text) == nil)
        #expect(VersionRange("=" + text) == nil)
    }

    @Test(arguments: [
        ("=1.2.3", "1.2.3", true), ("=1.2.3", "1.2.4", false), ("!=1.2.3", "1.2.3", false), ("!=1.2.3", "1.2.2", true),
        ("<1.2.3", "1.2.2", true), ("<1.2.3", "1.2.3", false), ("<=1.2.3", "1.2.3", true), ("<=1.2.3", "1.2.4", false),
        (">1.2.3", "1.2.4", true), (">1.2.3", "1.2.3", false), (">=1.2.3", "1.2.3", true), (">=1.2.3", "1.2.2", false),
        (">=1.0.0,<2.0.0", "1.10.0", true), (">=1.0.0,<2.0.0", "2.0.0", false), (">=1.0.0,<2.0.0,!=1.5.0", "1.5.0", false),
        ("<1.0.0,>2.0.0", "1.5.0", false), ("<1.10.0", "1.9.0", true), (">=0.0.0", "0.0.0", true),
    ])
    func `a range contains the versions that match all its conditions`(_ range: String, _ version: String, _ isIn: Bool) throws {
        let parsed = try #require(VersionRange(range))
        #expect(try parsed.contains(#require(AppVersion(version))) == isIn)
        #expect(parsed.description == range)
    }

    @Test(arguments: [
        "", "*", "1.2.3", "^1.2.3", "~1.2.3", "==1.2.3", "=<1.2.3", "=>1.2.3", "<>1.2.3", "!1.2.3", "><1.2.3", "=1.2.3,", ",=1.2.3",
        "=1.2.3,,=1.2.4",
        ">= 1.2.3", " >=1.2.3", ">=1.2.3 ", ">=1.2.3, <2.0.0", ">=1.2.3 <2.0.0", ">=1.2.3;<2.0.0", ">=1.2.3|<2.0.0", ">=1.2", ">=1.2.*",
        "=",
        ">=", "＞=1.2.3", "≥1.2.3", ">=1.2.3-rc1", "=1.2.3,1.2.4", "latest",
        "=1.0.0,=1.0.0,=1.0.0,=1.0.0,=1.0.0,=1.0.0,=1.0.0,=1.0.0,=1.0.0",
    ])
    func `any other text is refused as a version range`(_ text: String) {
        #expect(VersionRange(text) == nil)
    }

    @Test func `eight conditions of the maximum length are accepted as a version range`() {
        #expect(VersionRange([String](repeating: ">=999999.999999.999999", count: 8).joined(separator: ",")) != nil)
    }

    @Test func `random texts of a range's characters are accepted as ranges only if they round-trip`() {
        var generator = SystemRandomNumberGenerator()
        let characters = Array("=!<>,.0123")
        for _ in 0..<2000 {
            let text = String(
                (0..<Int.random(in: 1...14, using: &generator)).map { _ in characters[Int.random(in: 0..<10, using: &generator)] })
            let isRange =
                text.wholeMatch(
                    of:
                        /(?:=|!=|<=?|>=?)(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){2}(?:,(?:=|!=|<=?|>=?)(?:0|[1-9][0-9]{0,5})(?:\.(?:0|[1-9][0-9]{0,5})){2})*/
                ) != nil
            #expect((VersionRange(text) != nil) == isRange, "\(text)")
        }
    }
}

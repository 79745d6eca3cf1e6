// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// Times in tokens (RFC 7519 §2).
struct NumericDateTests {
    private func object(_ text: String) throws -> JSONObject { try JSONObject(parsing: Array(#"{"exp":\#(text)}"#.utf8)) }

    @Test(
        arguments: [
            ("0", 0), ("1796126400", 1_796_126_400), ("1796126400.0", 1_796_126_400), ("1796126400.325008", 1_796_126_400),
            ("1796126400.999", 1_796_126_400), ("0.9", 0), ("1.7961264e9", 1_796_126_400), ("17961264E+2", 1_796_126_400),
            ("179612640055e-2", 1_796_126_400), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740991.0", 9_007_199_254_740_991),
        ] as [(String, Int64)])
    func `a time is read with a fraction or an exponent, and the fraction is cut off`(_ text: String, _ seconds: Int64) throws {
        let object = try object(text)
        #expect(object["exp"].flatMap { NumericDate($0) }?.seconds == seconds)
        var reader = JSONReader(object)
        #expect(try reader.time("exp") == seconds)
        var optional = JSONReader(object)
        #expect(try optional.optionalTime("exp") == seconds)
        try optional.finish()
    }

    @Test(arguments: ["-1", "-0.0", "-0.5", "-1e9", "9007199254740992", "9007199254740992.0", "9223372036854775807", "1e19", "1e300"])
    func `a time that is negative or too large is refused`(_ text: String) throws {
        let object = try object(text)
        #expect(object["exp"].flatMap { NumericDate($0) } == nil)
        var reader = JSONReader(object)
        #expect(throws: JSONError(.unacceptableValue, "")) { try reader.time("exp") }
        var optional = JSONReader(object)
        #expect(throws: JSONError(.unacceptableValue, "")) { try optional.optionalTime("exp") }
    }

    @Test func `a number without a finite value is no time`() {
        for number in [Double.nan, -.nan, .infinity, -.infinity] { #expect(NumericDate(.decimal(number)) == nil, "\(number)") }
    }

    @Test(arguments: [#""1796126400""#, #""1796126400.5""#, #""2026-12-01T12:00:00Z""#, "[1796126400]", "true", "null", "{}"])
    func `a time that is not a number is refused`(_ text: String) throws {
        let object = try object(text)
        #expect(object["exp"].flatMap { NumericDate($0) } == nil)
        var reader = JSONReader(object)
        #expect(throws: JSONError(.wrongType, "")) { try reader.time("exp") }
        var optional = JSONReader(object)
        #expect(throws: JSONError(.wrongType, "")) { try optional.optionalTime("exp") }
    }

    @Test(arguments: ["1e400", "NaN", "Infinity", "0x10", "1796126400.", ".5", "1_796"])
    func `a number that JSON does not have is refused before it is a time`(_ text: String) {
        #expect(throws: JSONError.self) { try object(text) }
    }

    @Test func `a missing time is refused, and an optional one is nil`() throws {
        var reader = JSONReader(["iat": 1])
        #expect(throws: JSONError(.missingMember, "")) { try reader.time("exp") }
        #expect(try reader.optionalTime("exp") == nil)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// Accepted JSON, and the round trip through the encoder.
struct JSONParsingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let value: JSONValue
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ value: JSONValue) {
            self.text = text
            self.value = value
        }
    }

    static let accepted: [Case] = [
        Case("null", nil), Case("true", true), Case("false", false), Case(" \t\r\n1 \t\r\n", 1),
        Case("0", 0), Case("-1", -1), Case("9007199254740991", 9_007_199_254_740_991),
        Case("9223372036854775807", .integer(.max)), Case("-9223372036854775808", .integer(.min)),
        Case("0.5", .decimal(0.5)), Case("1.0", .decimal(1)), Case("1e2", .decimal(100)), Case("-2.5E+3", .decimal(-2500)),
        Case("25e-1", .decimal(2.5)), Case("0e0", .decimal(0)), Case("1.7976931348623157e308", .decimal(.greatestFiniteMagnitude)),
        Case("1e-400", .decimal(0)),
        Case(#""""#, ""), Case(#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), Case(#""\u00e9\u00E9é""#, "\u{E9}\u{E9}\u{E9}"),
        Case(#""\ud83d\ude00""#, "\u{1F600}"), Case(#""\uDBFF\uDFFF""#, "\u{10FFFF}"), Case(#""\u0000""#, "\0"),
        Case("\"\u{7F}\"", "\u{7F}"),
        Case(#""\ufeff""#, "\u{FEFF}"), Case("\"\u{1F469}\u{200D}\u{1F469}\"", "\u{1F469}\u{200D}\u{1F469}"),
        Case("[]", []), Case("[ ]", []), Case("[1,[2,[]],{}]", [1, [2, []], [:]]),
        Case("{}", [:]), Case("{ }", [:]), Case(#"{ "a" : 1 , "b" : [ null ] , "" : { } }"#, ["a": 1, "b": [nil], "": [:]]),
    ]

    @Test(arguments: accepted)
    func `each valid JSON text is read as its value`(example: Case) throws {
        #expect(try JSONValue(parsing: Array(example.text.utf8)) == example.value)
    }

    @Test(arguments: accepted)
    func `parsed JSON round-trips`(example: Case) throws {
        #expect(try JSONValue(parsing: example.value.encode()) == example.value)
    }

    @Test func `names that only look alike are different members`() throws {
        let object = try JSONObject(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4,\"k\":5}".utf8))
        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
        #expect(object["K"] == 3)
        #expect(object["\u{212A}"] == 4)
        #expect(JSONValue.string("K") != JSONValue.string("\u{212A}"))
    }

    @Test func `members keep their order`() throws {
        let text = #"{"z":1,"a":2,"m":{"y":1,"b":2}}"#
        #expect(String(decoding: try JSONObject(parsing: Array(text.utf8)).encode(), as: UTF8.self) == text)
    }

    @Test func `JSON with 32 levels is read`() throws {
        let text = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(try JSONValue(parsing: Array(text.utf8)).encode() == Array(text.utf8))
        let objects = String(repeating: #"{"a":"#, count: 32) + "1" + String(repeating: "}", count: 32)
        #expect(try JSONValue(parsing: Array(objects.utf8)).encode() == Array(objects.utf8))
    }

    @Test func `neighbouring arrays do not count as nesting`() throws {
        let text = "[" + Array(repeating: "[],{}", count: 100).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: Array(text.utf8)).encode() == Array(text.utf8))
    }

    @Test func `an object with many members is parsed`() throws {
        let text = "{" + (0..<5000).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try JSONObject(parsing: Array(text.utf8)).count == 5000)
    }

    @Test func `control characters are escaped, other characters are not`() {
        let all = String(String.UnicodeScalarView((0...0x22).compactMap(Unicode.Scalar.init)))
        let expected =
            #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016"#
            + #"\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f !\"""#
        #expect(String(decoding: JSONValue.string(all).encode(), as: UTF8.self) == expected)
        #expect(JSONValue.string("é/\u{7F}\u{2028}\u{1F600}").encode() == Array("\"é/\u{7F}\u{2028}\u{1F600}\"".utf8))
    }

    @Test(arguments: [0.1, -0.0, 1e16, .leastNonzeroMagnitude, 123_456_789.123_456_78, -1.5e300, 3])
    func `a decimal number round-trips`(value: Double) throws {
        guard case .decimal(let back) = try JSONValue(parsing: JSONValue.decimal(value).encode()) else {
            Issue.record("not a decimal")
            return
        }
        #expect(back.bitPattern == value.bitPattern)
    }
}

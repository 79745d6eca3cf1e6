// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// F-J1: refused JSON and the error codes.
struct JSONRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let code: JSONError.Code
        var testDescription: String { "\(code) \(String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription)" }

        init(_ text: String, _ code: JSONError.Code) { self.init(bytes: Array(text.utf8), code) }

        init(bytes: [UInt8], _ code: JSONError.Code) {
            self.bytes = bytes
            self.code = code
        }
    }

    static let grammar: [Case] = [
        "", " ", "\n", "{", "[", "\"", "}", "]", ",", ":", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1}", "{]", "{,}",
        #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, "{1:2}", "{a:1}", "{'a':1}", "{null:1}",
        #"{"a"::1}"#,
        "'a'", "nul", "nulL", "Null", "NULL", "TRUE", "tru", "fals", "undefined", "NaN", "-NaN", "Infinity", "-Infinity", "nan", "inf",
        "// x\n1", "/* x */1", "[1/* x */]", "# x\n1", "[//1]",
        "+1", "01", "-01", "00", "--1", "-", ".5", "1.", "-.5", "1.e1", "1e", "1e+", "1E-", "e5", "\u{661}",
        #""a"#, #""\"#, #""\""#, #""\x41""#, #""\u12""#, #""\u12G4""#, #""\u{41}""#, #""\U0041""#, #""\u+041""#, #""\a""#, #""\'""#,
        #""\0""#,
        "\"\n\"", "\"\t\"", "\"a\0b\"", "\"\u{1F}\"", "\u{A0}1", "\u{2028}1", "\u{B}1", "\u{C}1", "\0", "\u{85}1",
    ].map { Case($0, .malformed) }

    static let trailing: [Case] = [
        "1 2", "1,", "{} {}", "{}{", "[]]", "{}}", "null null", "1\0", "\"a\"\"b\"", "{}//", "{}\u{A0}", "0x", "0x10", "1_000", "truefalse",
        "truex",
        "1.5.5", "1e5e5", "[];", "{}\u{FEFF}", "0b1", "1L",
    ].map { Case($0, .trailingData) }

    static let encoding: [Case] = [
        Case("\u{FEFF}{}", .notUTF8), Case("\u{FEFF}", .notUTF8),
        Case(bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .malformed), Case(bytes: [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], .malformed),
        Case(bytes: [0x7B, 0x00, 0x7D, 0x00], .malformed), Case(bytes: [0x00, 0x7B, 0x00, 0x7D], .malformed),
        Case(bytes: [0x31, 0x00], .trailingData),
        Case(bytes: [0x22, 0x80, 0x22], .notUTF8), Case(bytes: [0x22, 0xFF, 0x22], .notUTF8), Case(bytes: [0x22, 0xC3, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xC0, 0xAF, 0x22], .notUTF8), Case(bytes: [0x22, 0xC1, 0xBF, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xE0, 0x80, 0xAF, 0x22], .notUTF8), Case(bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], .notUTF8), Case(bytes: [0x22, 0xC0, 0x80, 0x22], .notUTF8),
        Case(bytes: [0x22, 0xF0, 0x9F, 0x98, 0x22], .notUTF8), Case(bytes: [0x7B, 0x22, 0x80, 0x22, 0x3A, 0x31, 0x7D], .notUTF8),
    ]

    static let surrogates: [Case] = [
        #""\ud800""#, #""\udfff""#, #""\udc00\ud800""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ud83d\ude00""#,
        #"{"\ud800":1}"#, #""\ude00""#, #""\ud83d"#, #""\uD83D\""#,
    ].map { Case($0, .loneSurrogate) }

    static let duplicates: [Case] = [
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"\u0061":2}"#, #"{"":1,"":2}"#,
        #"{"a/":1,"a\/":2}"#,
        #"{"x":{"a":1,"a":null}}"#, #"[{"a":1,"a":1}]"#, #"{"\ud83d\ude00":1,"😀":2}"#, #"{"alg":"ES256","alg":"none"}"#,
        #"{"\u0000":1,"\u0000":2}"#, "{\"\u{E9}\":1,\"\\u00E9\":2}",
    ].map { Case($0, .duplicateMember) }

    static let numbers: [Case] =
        [
            "9223372036854775808", "-9223372036854775809", "18446744073709551616", "-0", "[-0]", "1e400", "-1e400", "1.8e308",
            "1e99999999999999999999", String(repeating: "9", count: 64), String(repeating: "9", count: 65),
            "0." + String(repeating: "1", count: 63),
        ].map { Case($0, .numberOutOfRange) }

    static let depth: [Case] = [
        String(repeating: "[", count: 33) + String(repeating: "]", count: 33), String(repeating: "[", count: 33),
        String(repeating: "[", count: 200_000), String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33),
        String(repeating: #"[{"a":"#, count: 40_000),
    ].map { Case($0, .tooDeep) }

    @Test(arguments: grammar + trailing + encoding + surrogates + duplicates + numbers + depth)
    func `JSON that is not strict is refused`(example: Case) {
        #expect(throws: JSONError(example.code, "")) { try JSONValue(parsing: example.bytes) }
    }

    @Test(arguments: duplicates + numbers)
    func `a parsing error contains nothing of the text`(example: Case) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: example.bytes) }
        #expect(error.map { "\($0)".contains(where: { ("0"..."9").contains($0) }) } == false)
    }

    @Test func `a text above the limit is refused before parsing`() throws {
        #expect(throws: JSONError(.tooLarge, "")) { try JSONValue(parsing: [UInt8](repeating: 0x20, count: 256 * 1024 + 1)) }
        #expect(throws: JSONError(.tooLarge, "")) { try JSONValue(parsing: Array("[1]".utf8), limits: JSONLimits(maximumBytes: 2)) }
        #expect(try JSONValue(parsing: Array("[1]".utf8), limits: JSONLimits(maximumBytes: 3)) == [1])
    }

    @Test(arguments: ["", ".0", "e1"])
    func `a number of a million digits is refused`(end: String) {
        let text = String(repeating: "1", count: 1_000_000) + end
        #expect(throws: JSONError(.numberOutOfRange, "")) {
            try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(maximumBytes: 2_000_000))
        }
    }

    @Test func `a custom depth limit applies, up to 128`() throws {
        #expect(throws: JSONError(.tooDeep, "")) { try JSONValue(parsing: Array("[]".utf8), limits: JSONLimits(maximumDepth: 0)) }
        #expect(try JSONValue(parsing: Array("1".utf8), limits: JSONLimits(maximumDepth: -1)) == 1)
        func nested(_ levels: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: levels) + [UInt8](repeating: UInt8(ascii: "]"), count: levels)
        }
        let deepest = JSONLimits(maximumDepth: .max)
        #expect(deepest.maximumDepth == JSONLimits.deepestNesting)
        #expect(throws: Never.self) { try JSONValue(parsing: nested(JSONLimits.deepestNesting), limits: deepest) }
        #expect(throws: JSONError(.tooDeep, "")) { try JSONValue(parsing: nested(JSONLimits.deepestNesting + 1), limits: deepest) }
    }

    static let document = Array(#" {"a":[1,-2.5e3,"x\u00e9\ud83d\ude00é",true,null,{}],"b":false,"":""} "#.utf8)

    @Test func `every truncated JSON text is refused`() {
        for length in 0..<(Self.document.count - 1) {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(Self.document.prefix(length))) }
        }
    }

    @Test func `a JSON text with a changed byte is refused or read as a value that round-trips`() throws {
        for position in Self.document.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = Self.document
                bytes[position] = byte
                guard let value = try? JSONValue(parsing: bytes) else { continue }
                #expect(try JSONValue(parsing: value.encode()) == value)
            }
        }
    }

    @Test(arguments: ["null", "[]", "[{}]", "\"{}\"", "1", "true"])
    func `JSON that is not an object is refused as an object`(text: String) {
        #expect(throws: JSONError(.wrongType, "")) { try JSONObject(parsing: Array(text.utf8)) }
    }
}

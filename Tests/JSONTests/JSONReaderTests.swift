// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

struct JSONReaderTests {
    static let object: JSONObject = [
        "string": "text", "bytes": "AQID", "integer": 9_007_199_254_740_991, "bool": true, "object": ["a": 1], "array": [1, nil],
        "null": nil,
    ]

    @Test func `each member is read with its type, and no member remains`() throws {
        var reader = JSONReader(Self.object)
        #expect(try reader.string("string") == "text")
        #expect(try reader.bytes("bytes") == [1, 2, 3])
        #expect(try reader.integer("integer") == 9_007_199_254_740_991)
        #expect(try reader.bool("bool"))
        #expect(try reader.object("object") == ["a": 1])
        #expect(try reader.array("array") == [1, nil])
        #expect(try reader.value("null") == .null)
        try reader.finish()
    }

    @Test func `an optional member is read if it is present`() throws {
        var reader = JSONReader(["s": "text", "i": 0, "b": false])
        #expect(try reader.optionalString("s") == "text")
        #expect(try reader.optionalInteger("i") == 0)
        #expect(try reader.optionalBool("b") == false)
        #expect(try reader.optionalString("s") == nil)
        #expect(try reader.optionalInteger("i") == nil)
        #expect(try reader.optionalBool("b") == nil)
        try reader.finish()
    }

    /// One of the reader's functions, with any result type.
    struct Taking: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isOptional: Bool
        let take: @Sendable (inout JSONReader) throws -> Void

        init(_ name: String, optional: Bool = false, _ take: @escaping @Sendable (inout JSONReader) throws -> Void) {
            testDescription = name
            isOptional = optional
            self.take = take
        }

        static let typed: [Taking] = [
            Taking("string") { _ = try $0.string("m") }, Taking("bytes") { _ = try $0.bytes("m") },
            Taking("integer") { _ = try $0.integer("m") }, Taking("bool") { _ = try $0.bool("m") },
            Taking("object") { _ = try $0.object("m") }, Taking("array") { _ = try $0.array("m") },
            Taking("optionalString", optional: true) { _ = try $0.optionalString("m") },
            Taking("optionalInteger", optional: true) { _ = try $0.optionalInteger("m") },
            Taking("optionalBool", optional: true) { _ = try $0.optionalBool("m") },
        ]
    }

    @Test(arguments: Taking.typed.filter { !$0.isOptional } + [Taking("value") { _ = try $0.value("m") }])
    func `a missing member is refused`(taking: Taking) {
        var reader = JSONReader(["M": 1, "m ": 1])
        #expect(throws: JSONError(.missingMember, "")) { try taking.take(&reader) }
    }

    @Test(arguments: Taking.typed)
    func `null is refused, also for an optional member`(taking: Taking) {
        var reader = JSONReader(["m": nil])
        #expect(throws: JSONError(.wrongType, "")) { try taking.take(&reader) }
    }

    @Test(arguments: Taking.typed)
    func `a member of the wrong type is refused`(taking: Taking) {
        let right: JSONValue =
            switch taking.testDescription {
            case "string", "bytes", "optionalString": "AQID"
            case "integer", "optionalInteger": 1
            case "bool", "optionalBool": true
            case "array": [1]
            default: ["a": 1]
            }
        for value: JSONValue in ["AQID", 1, true, [1], ["a": 1], .decimal(1)] {
            var reader = JSONReader(["m": value])
            if value == right {
                #expect(throws: Never.self) { try taking.take(&reader) }
            } else {
                #expect(throws: JSONError(.wrongType, "")) { try taking.take(&reader) }
            }
        }
    }

    @Test(arguments: [-1, Int64.min, 9_007_199_254_740_992, Int64.max])
    func `an integer outside the protocol's range is refused`(value: Int64) {
        var reader = JSONReader(["exp": .integer(value)])
        #expect(throws: JSONError(.unacceptableValue, "")) { try reader.integer("exp") }
        var optional = JSONReader(["exp": .integer(value)])
        #expect(throws: JSONError(.unacceptableValue, "")) { try optional.optionalInteger("exp") }
    }

    @Test(arguments: [#""1700000000""#, "1700000000.0", "17e8", "[1700000000]", "true", "null", "{}"])
    func `a number that is not written as an integer is refused`(text: String) throws {
        var reader = JSONReader(try JSONObject(parsing: Array(#"{"exp":\#(text)}"#.utf8)))
        #expect(throws: JSONError(.wrongType, "")) { try reader.integer("exp") }
    }

    @Test(arguments: ["AQI=", "AQ+/", "AQID\n", "A", "AR"])
    func `bytes that are not base64url are refused`(text: String) {
        var reader = JSONReader(["m": .string(text)])
        #expect(throws: JSONError(.unacceptableValue, "")) { try reader.bytes("m") }
    }

    @Test func `an unread member is refused`() throws {
        var reader = JSONReader(["a": 1, "secret": nil])
        _ = try reader.integer("a")
        let error = #expect(throws: JSONError(.unknownMember, "")) { try reader.finish() }
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func `a member can be read only once`() throws {
        var reader = JSONReader(["a": 1])
        _ = try reader.integer("a")
        #expect(throws: JSONError(.missingMember, "")) { try reader.integer("a") }
    }

    @Test func `a reader of an empty object has nothing left to read`() throws {
        try JSONReader([:]).finish()
    }
}

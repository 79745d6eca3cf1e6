// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// Strings are searched eight bytes at a time, so each character is tried at every place of a word and of the bytes after the last word
/// (RFC 8259 §7).
struct EscapedBytesTests {
    static let places = Array(0...17)

    @Test(arguments: places)
    func `only quotation marks, reverse solidi and control characters are escaped`(place: Int) throws {
        for scalar in ((0...0x17F) + [0x20AC, 0x1F600]).compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let text = String(repeating: "a", count: place) + String(Character(scalar)) + "bcdefghij"
            let encoded = JSONValue.string(text).encode()
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            #expect((encoded.count > text.utf8.count + 2) == mustEscape, "U+\(String(scalar.value, radix: 16))")
            #expect(try JSONValue(parsing: encoded) == .string(text))
        }
    }

    @Test(arguments: places)
    func `a quotation mark ends a string`(place: Int) throws {
        let text = String(repeating: "a", count: place)
        #expect(try JSONValue(parsing: Array("[\"\(text)\",\"bcdefghij\"]".utf8)) == .array([.string(text), .string("bcdefghij")]))
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array("\"\(text)\"bcdefghij\"".utf8)) }
    }

    @Test(arguments: places)
    func `a control character in a string is refused`(place: Int) {
        for byte in UInt8(0)..<0x20 {
            let string = Array("\"\(String(repeating: "a", count: place))".utf8) + [byte] + Array("bcdefghij\"".utf8)
            #expect(throws: JSONError.self) { try JSONValue(parsing: string) }
        }
    }
}

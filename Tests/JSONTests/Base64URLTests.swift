// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// RFC 4648 §10 without padding, and F-J2.
struct Base64URLTests {
    static let vectors: [(bytes: String, text: String)] = [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `the RFC 4648 vectors encode and decode`(bytes: String, text: String) throws {
        #expect(Base64URL.encode(bytes.utf8) == text)
        #expect(try Base64URL.decode(text) == Array(bytes.utf8))
    }

    @Test func `the two letters that differ from base64 are hyphen and underscore`() throws {
        #expect(Base64URL.encode([0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]) == "----____")
        #expect(try Base64URL.decode("----____") == [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF])
    }

    @Test(arguments: 0...70)
    func `bytes of every length and value round-trip`(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
        #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }

    @Test func `a byte sequence that is not an array encodes to the same text`() {
        #expect(Base64URL.encode([1, 2, 3, 4].dropFirst().lazy.map { $0 + 1 }) == Base64URL.encode([3, 4, 5]))
    }

    @Test(arguments: [
        "Zg==", "Zg=", "Zm8=", "=", "Zm9v=", "Zm9vYg==", "Zg%3D%3D",
        "+/+/", "ab+c", "ab/c", "ab.c", "ab,c", "ab~c", "ab\0c",
        " Zm9v", "Zm9v ", "Zm 9v", "Zm9v\n", "Zm9v\r\n", "Zm\t9v", "\u{FEFF}Zm9v", "Zm9v\u{200B}", "Zm9\u{FF56}", "\u{212A}g8A",
        "A", "AAAAA", "Zm9vY", "-",
        "Zh", "Zn", "Zo", "Zm9", "Zm-", "Zm9vYh", "Zm9vYmF", "_w-", "__", "AB",
    ])
    func `text that is not canonical base64url is refused`(text: String) {
        #expect(throws: JSONError(.notBase64URL, "")) { try Base64URL.decode(text) }
    }

    @Test func `no two texts of one to three characters give the same bytes`() {
        let alphabet = (0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }
        var seen: Set<[UInt8]> = []
        var accepted = 0
        for first in alphabet {
            for second in alphabet {
                if let bytes = try? Base64URL.decode(first + second) {
                    accepted += 1
                    seen.insert(bytes)
                }
            }
        }
        #expect(accepted == 256)
        #expect(seen.count == 256)
    }

    @Test func `a decoding error contains nothing of the text`() {
        let error = #expect(throws: JSONError.self) { try Base64URL.decode("secret=value") }
        #expect(error.map { "\($0)".contains("secret") } == false)
    }
}

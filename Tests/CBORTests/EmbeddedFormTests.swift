// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Testing

/// Embedded encodings (tag 24) that keep their received form.
struct EmbeddedFormTests {
    static let others: [[UInt8]] = [
        [0xd8, 0x18, 0x58, 0x01, 0xf6], [0xd8, 0x18, 0x59, 0x00, 0x01, 0xf6], [0xd9, 0x00, 0x18, 0x41, 0xf6],
        [0xd8, 0x18, 0x5b, 0, 0, 0, 0, 0, 0, 0, 1, 0xf6], [0xd8, 0x18, 0x5f, 0x41, 0xf6, 0xff], [0xd8, 0x18, 0x5f, 0xff],
    ]

    @Test(arguments: others) func `an embedded encoding in a longer form round-trips byte for byte`(bytes: [UInt8]) throws {
        #expect(try CBORItem(decoding: bytes, strictness: .asReceived) == .verbatim(bytes))
        #expect(CBORItem.array([.verbatim(bytes), .null]).encode() == [0x82] + bytes + [0xf6])
        #expect(try CBORItem(decoding: [0x81] + bytes, strictness: .asReceived).encode() == [0x81] + bytes)
        // By default the form is normalised, or refused.
        guard case .tagged(24, .bytes) = try CBORItem(decoding: bytes) else {
            Issue.record("not read as a tag")
            return
        }
        #expect(throws: CBORError.self) { try CBORItem(decoding: bytes, strictness: .deterministic) }
    }

    @Test(arguments: [0, 1, 23, 24, 255, 256, 65_535, 65_536]) func `the shortest form is decoded as an ordinary tag`(count: Int) throws {
        let item = CBORItem.tagged(24, .bytes([UInt8](repeating: 7, count: count)))
        #expect(try CBORItem(decoding: item.encode(), strictness: .asReceived) == item)
    }

    @Test func `only byte strings under tag 24 keep their longer form`() throws {
        #expect(try CBORItem(decoding: [0xd8, 0x19, 0x58, 0x01, 0xf6], strictness: .asReceived) == .tagged(25, .bytes([0xf6])))
        #expect(try CBORItem(decoding: [0xd8, 0x18, 0x78, 0x01, 0x61], strictness: .asReceived) == .tagged(24, .text("a")))
        #expect(try CBORItem(decoding: [0x98, 0x01, 0x18, 0x01], strictness: .asReceived) == .array([.unsigned(1)]))
        #expect(throws: CBORError.self) { try CBORItem(decoding: [0xa2, 0x61, 0x61, 1, 0x78, 0x01, 0x61, 1], strictness: .asReceived) }
    }
}

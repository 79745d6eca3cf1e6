// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Testing

@Suite struct `Items and maps` {
    @Test func `texts are compared byte by byte, not by Unicode equivalence`() throws {
        // U+212A, the Kelvin sign, is canonically equivalent to K; é has two encodings.
        #expect("\u{212a}" == "K")
        #expect(CBORItem.text("\u{212a}") != CBORItem.text("K"))
        #expect(CBORItem.text("\u{e9}").hashValue != CBORItem.text("e\u{301}").hashValue)
        let map = try #require(try CBORItem(decoding: hex("a2 63e284aa 01 614b 02")).map)
        #expect(map["K"] == 2)
        #expect(map["\u{212a}"] == 1)
        let onlyKelvin = try #require(try CBORItem(decoding: hex("a163e284aa01")).map)
        #expect(onlyKelvin["K"] == nil)
    }

    @Test func `map keys of different types are different`() throws {
        let map = try #require(try CBORItem(decoding: hex("a4 01 0a 20 0b 6131 0c 4131 0d")).map)
        #expect(map[CBORItem(1)] == 10)
        #expect(map[CBORItem(-1)] == 11)
        #expect(map["1"] == 12)
        #expect(map[.bytes([0x31])] == 13)
        #expect(map[.float(CBORFloat(1))] == nil)
        #expect(map[.tagged(0, 1)] == nil)
    }

    @Test func `a float key is equal in any width, and a map key in any order of its entries`() throws {
        let map = try #require(try CBORItem(decoding: hex("a2 f93c00 01 a2 01 02 03 04 02")).map)
        #expect(map[.float(.double(0x3ff0_0000_0000_0000))] == 1)
        #expect(map[.map([3: 4, 1: 2])] == 2)
        #expect(map[.float(.half(0xbc00))] == nil)
        let wide = try #require(try CBORItem(decoding: hex("a1 fb3ff0000000000000 01")).map)
        #expect(wide[.float(.half(0x3c00))] == 1)
        #expect(map[.map([1: 2])] == nil)
    }

    @Test func `a map keeps the order of its keys, replaces in place and removes`() {
        var map = CBORMap()
        map["b"] = 1
        map["a"] = 2
        map["b"] = 3
        #expect(map.pairs.map(\.key) == ["b", "a"])
        #expect(map["b"] == 3)
        map["b"] = nil
        map["c"] = nil
        #expect(map.count == 1)
    }

    @Test func `deterministic encoding sorts keys by their bytes and shortens floats`() throws {
        // The order of RFC 8949, section 4.2.1.
        let map = CBORMap(
            dictionaryLiteral: (.bool(false), 0), (.array([-1]), 0), (.array([100]), 0), ("aa", 0), ("z", 0), (-1, 0), (100, 0), (10, 0))
        let sorted = try #require(try CBORItem(decoding: CBORItem.map(map).encodeDeterministically(), strictness: .coreDeterministic).map)
        #expect(sorted.pairs.map(\.key) == [10, 100, -1, "z", "aa", .array([100]), .array([-1]), .bool(false)])
        #expect(CBORItem.float(.double(0x3ff8_0000_0000_0000)).encodeDeterministically() == hex("f93e00"))
    }

    @Test(arguments: [
        (Int64.min, "3b7fffffffffffffff"), (-4_294_967_297, "3b0000000100000000"), (-257, "390100"), (-256, "38ff"), (-25, "3818"),
        (-24, "37"), (-1, "20"), (0, "00"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"), (65_536, "1a00010000"),
        (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"), (Int64.max, "1b7fffffffffffffff"),
    ])
    func `integers have the shortest form and round-trip`(value: Int64, encoding: String) throws {
        #expect(hex(CBORItem(value).encode()) == encoding)
        #expect(try CBORItem(decoding: hex(encoding), strictness: .deterministic).integer == value)
    }

    @Test(arguments: [CBORItem.unsigned(1 << 63), .negative(1 << 63), .text("1"), .float(CBORFloat(1)), .null, .bool(true), .bytes([1])])
    func `an item that is not a 64-bit integer has no integer value, array or map`(item: CBORItem) {
        #expect(item.integer == nil)
        #expect(item.array == nil)
        #expect(item.map == nil)
        if case .text = item {} else { #expect(item.text == nil) }
        if case .bytes = item {} else { #expect(item.bytes == nil) }
    }

    @Test(arguments: [0, 23, 24, 255, 256, 65_535, 65_536, 100_000])
    func `strings of every length round-trip`(length: Int) throws {
        let bytes = CBORItem.bytes([UInt8](repeating: 7, count: length))
        #expect(try CBORItem(decoding: bytes.encode(), strictness: .deterministic) == bytes)
        let text = CBORItem.text(String(repeating: "x", count: length))
        #expect(try CBORItem(decoding: text.encode(), strictness: .deterministic) == text)
    }

    @Test func `every half-precision number survives widening and shortening`() {
        for bits in UInt16.min...UInt16.max {
            let half = CBORFloat.half(bits)
            let value = half.value
            #expect(half.shortest == half)
            if value.isNaN { continue }
            #expect(CBORFloat(value) == half)
            #expect(CBORFloat.single(Float(value).bitPattern).shortest == half)
        }
    }

    @Test(
        arguments: [
            (0x3380_0000, CBORFloat.half(1)), (0x3380_0001, .single(0x3380_0001)), (0x3300_0000, .single(0x3300_0000)),
            (0x387f_e000, .single(0x387f_e000)), (0x477f_e000, .half(0x7bff)), (0x477f_f000, .single(0x477f_f000)),
            (0x4780_0000, .single(0x4780_0000)), (0x0000_0001, .single(1)), (0x7fc0_2000, .half(0x7e01)),
            (0x7fc0_0001, .single(0x7fc0_0001)),
            (0x7f80_2000, .half(0x7c01)),
        ] as [(UInt32, CBORFloat)])
    func `single precision is shortened only without loss`(bits: UInt32, expected: CBORFloat) {
        #expect(CBORFloat.single(bits).shortest == expected)
    }

    @Test(
        arguments: [
            (0x7ff8_0000_2000_0000, CBORFloat.single(0x7fc0_0001)), (0x7ff8_0000_0000_0001, .double(0x7ff8_0000_0000_0001)),
            (0x7ff4_0000_0000_0000, .half(0x7d00)), (0x3690_0000_0000_0000, .double(0x3690_0000_0000_0000)),
            (0x36a0_0000_0000_0000, .single(1)),
            (0x7fef_ffff_ffff_ffff, .double(0x7fef_ffff_ffff_ffff)), (0x8000_0000_0000_0000, .half(0x8000)),
        ] as [(UInt64, CBORFloat)])
    func `double precision is shortened only without loss`(bits: UInt64, expected: CBORFloat) {
        #expect(CBORFloat.double(bits).shortest == expected)
    }

    @Test func `errors are equal by code and contain no input`() throws {
        let first = try #require(throws: CBORError.self) { try CBORItem(decoding: hex("61ff")) }
        let second = try #require(throws: CBORError.self) { try CBORItem(decoding: hex("8161ff")) }
        #expect(first == second)
        #expect(first.offset != second.offset)
        #expect(first.description == "CBOR: invalid UTF-8 at byte 0")
    }
}

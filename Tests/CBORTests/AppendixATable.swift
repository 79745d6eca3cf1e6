// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Testing

/// A row of RFC 8949, appendix A: an encoding and its item.
struct AppendixARow: Sendable, CustomTestStringConvertible {
    let hex: String
    let item: CBORItem
    /// True if encoding the item gives the same bytes. Indefinite lengths are lost; floats keep their width.
    let isKept: Bool

    var testDescription: String { hex }

    init(_ hex: String, _ item: CBORItem, isKept: Bool = true) {
        self.hex = hex
        self.item = item
        self.isKept = isKept
    }

    private static let oneTo25 = CBORItem.array((1...25).map { .unsigned($0) })
    private static let nested = CBORItem.array([1, .array([2, 3]), .array([4, 5])])
    private static let abc = CBORItem.array([.text("a"), .map(["b": .text("c")])])

    static let numbers: [AppendixARow] = [
        AppendixARow("00", 0), AppendixARow("01", 1), AppendixARow("0a", 10), AppendixARow("17", 23),
        AppendixARow("1818", 24), AppendixARow("1819", 25), AppendixARow("1864", 100), AppendixARow("1903e8", 1000),
        AppendixARow("1a000f4240", 1_000_000), AppendixARow("1b000000e8d4a51000", 1_000_000_000_000),
        AppendixARow("1bffffffffffffffff", .unsigned(.max)),
        AppendixARow("c249010000000000000000", .tagged(2, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
        AppendixARow("3bffffffffffffffff", .negative(.max)),
        AppendixARow("c349010000000000000000", .tagged(3, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
        AppendixARow("20", .negative(0)), AppendixARow("29", .negative(9)), AppendixARow("3863", .negative(99)),
        AppendixARow("3903e7", .negative(999)),
        AppendixARow("f90000", .float(.half(0))), AppendixARow("f98000", .float(.half(0x8000))),
        AppendixARow("f93c00", .float(CBORFloat(1))), AppendixARow("fb3ff199999999999a", .float(CBORFloat(1.1))),
        AppendixARow("f93e00", .float(CBORFloat(1.5))), AppendixARow("f97bff", .float(CBORFloat(65504))),
        AppendixARow("fa47c35000", .float(CBORFloat(100_000))), AppendixARow("fa7f7fffff", .float(CBORFloat(3.4028234663852886e+38))),
        AppendixARow("fb7e37e43c8800759c", .float(CBORFloat(1.0e+300))),
        AppendixARow("f90001", .float(CBORFloat(5.960464477539063e-8))), AppendixARow("f90400", .float(CBORFloat(0.00006103515625))),
        AppendixARow("f9c400", .float(CBORFloat(-4))), AppendixARow("fbc010666666666666", .float(CBORFloat(-4.1))),
        AppendixARow("f97c00", .float(CBORFloat(.infinity))), AppendixARow("f97e00", .float(CBORFloat(.nan))),
        AppendixARow("f9fc00", .float(CBORFloat(-.infinity))),
        AppendixARow("fa7f800000", .float(.single(0x7f80_0000))), AppendixARow("fa7fc00000", .float(.single(0x7fc0_0000))),
        AppendixARow("faff800000", .float(.single(0xff80_0000))),
        AppendixARow("fb7ff0000000000000", .float(.double(0x7ff0_0000_0000_0000))),
        AppendixARow("fb7ff8000000000000", .float(.double(0x7ff8_0000_0000_0000))),
        AppendixARow("fbfff0000000000000", .float(.double(0xfff0_0000_0000_0000))),
    ]

    static let simpleValuesTagsAndStrings: [AppendixARow] = [
        AppendixARow("f4", .bool(false)), AppendixARow("f5", .bool(true)), AppendixARow("f6", .null), AppendixARow("f7", .undefined),
        AppendixARow("f0", .simple(16)), AppendixARow("f8ff", .simple(255)),
        AppendixARow("c074323031332d30332d32315432303a30343a30305a", .tagged(0, .text("2013-03-21T20:04:00Z"))),
        AppendixARow("c11a514b67b0", .tagged(1, 1_363_896_240)),
        AppendixARow("c1fb41d452d9ec200000", .tagged(1, .float(CBORFloat(1_363_896_240.5)))),
        AppendixARow("d74401020304", .tagged(23, .bytes([1, 2, 3, 4]))),
        AppendixARow("d818456449455446", .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
        AppendixARow("d82076687474703a2f2f7777772e6578616d706c652e636f6d", .tagged(32, .text("http://www.example.com"))),
        AppendixARow("40", .bytes([])), AppendixARow("4401020304", .bytes([1, 2, 3, 4])),
        AppendixARow("60", .text("")), AppendixARow("6161", .text("a")), AppendixARow("6449455446", .text("IETF")),
        AppendixARow("62225c", .text("\"\\")), AppendixARow("62c3bc", .text("\u{fc}")), AppendixARow("63e6b0b4", .text("\u{6c34}")),
        AppendixARow("64f0908591", .text("\u{10151}")),
    ]

    static let containers: [AppendixARow] = [
        AppendixARow("80", .array([])), AppendixARow("83010203", .array([1, 2, 3])), AppendixARow("8301820203820405", nested),
        AppendixARow("98190102030405060708090a0b0c0d0e0f101112131415161718181819", oneTo25),
        AppendixARow("a0", .map([:])), AppendixARow("a201020304", .map([1: 2, 3: 4])),
        AppendixARow("a26161016162820203", .map(["a": 1, "b": .array([2, 3])])),
        AppendixARow("826161a161626163", abc),
        AppendixARow(
            "a56161614161626142616361436164614461656145",
            .map(["a": .text("A"), "b": .text("B"), "c": .text("C"), "d": .text("D"), "e": .text("E")])),
    ]

    static let indefiniteLengths: [AppendixARow] = [
        AppendixARow("5f42010243030405ff", .bytes([1, 2, 3, 4, 5]), isKept: false),
        AppendixARow("7f657374726561646d696e67ff", .text("streaming"), isKept: false),
        AppendixARow("9fff", .array([]), isKept: false), AppendixARow("9f018202039f0405ffff", nested, isKept: false),
        AppendixARow("9f01820203820405ff", nested, isKept: false), AppendixARow("83018202039f0405ff", nested, isKept: false),
        AppendixARow("83019f0203ff820405", nested, isKept: false),
        AppendixARow("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", oneTo25, isKept: false),
        AppendixARow("bf61610161629f0203ffff", .map(["a": 1, "b": .array([2, 3])]), isKept: false),
        AppendixARow("826161bf61626163ff", abc, isKept: false),
        AppendixARow("bf6346756ef563416d7421ff", .map(["Fun": .bool(true), "Amt": .negative(1)]), isKept: false),
    ]

    static let all = numbers + simpleValuesTagsAndStrings + containers + indefiniteLengths
}

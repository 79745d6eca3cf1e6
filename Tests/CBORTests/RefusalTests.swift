// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Testing

/// An input that must be refused, with the expected error.
struct RefusedInput: Sendable, CustomTestStringConvertible {
    let hex: String
    let code: CBORError.Code
    let strictness: CBORStrictness

    var testDescription: String { "\(hex): \(code)" }

    static func all(
        _ code: CBORError.Code, _ inputs: String..., strictness: CBORStrictness = .wellFormed
    ) -> [RefusedInput] {
        inputs.map { RefusedInput(hex: $0, code: code, strictness: strictness) }
    }

    /// The examples of RFC 8949, appendix F, in its order, with some additional cases.
    static let notWellFormed: [RefusedInput] =
        all(
            .truncated, "", "18", "19", "1a", "1b", "1901", "1a0102", "1b01020304050607", "38", "58", "78", "98", "9a01ff00", "b8", "d8",
            "f8", "f900", "fa0000", "fb000000", "41", "61", "5affffffff00", "5bffffffffffffffff010203", "7affffffff00",
            "7b7fffffffffffffff010203", "81", "818181818181818181", "8200", "a1", "a20102", "a100", "a2000000", "c0", "5f4100", "7f6100",
            "9f", "9f0102", "bf", "bf01020302", "819f", "9f8000", "9f9f9f9f9fffffffff", "9f819f819f9fffffff",
            "9bffffffffffffffff00", "bbffffffffffffffff0000", "9b00000000ffffffff", "bb800000000000000000", "7bffffffffffffffff61",
            "5b8000000000000000", "5f5bffffffffffffffffff")
        + all(
            .reservedAdditionalInformation, "1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e", "9c", "9d", "9e", "bc",
            "bd", "be", "dc", "dd", "de", "fc", "fd", "fe", "1f", "3f", "df")
        + all(.malformedSimpleValue, "f800", "f801", "f814", "f818", "f81f")
        + all(
            .malformedChunk, "5f00ff", "5f21ff", "5f6100ff", "5f80ff", "5fa0ff", "5fc000ff", "5fe0ff", "7f4100ff", "5f5f4100ffff",
            "7f7f6100ffff")
        + all(
            .unexpectedBreak, "ff", "81ff", "8200ff", "a1ff00", "a100ff", "a20000ff00", "9f81ff", "9f829f819f9fffffffff", "bf00ff",
            "bf000001ff", "c1ff")

    /// Well-formed, but not valid (section 1.2).
    static let notValid: [RefusedInput] =
        all(
            .invalidUTF8, "61ff", "62c328", "61c3", "63eda080", "62c080", "64f4908080", "7f61c361bcff", "a161ff00", "63e28228")
        + all(
            .duplicateKey, "a200000001", "bf00000001ff", "a2616101616102", "a20001180002", "a27f6161ff01616102", "a2f93c0000fa3f80000001",
            "a2f97e0000fb7ff800000000000001", "a2410100410100", "a2810100810100", "a2a20102030400a20304010200", "81a2f600f600",
            "a3000001000000",
            // Appendix F lists these two as truncated; this decoder detects the second key first.
            "bf01020102", "bf000000ff")

    /// Well-formed and valid, but not deterministic (section 4.2.1).
    static let notDeterministic: [RefusedInput] =
        all(
            .notShortest, "1800", "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3800", "5800", "7800", "9800", "b800", "d81700",
            "fa3f800000", "fb3ff0000000000000", "fb3fb99999a0000000", "fa33800000", "fa7fc00000", "fb7ff8000000000000",
            "fa7f800000", "fb7ff0000000000000", "fb4008000000000000", "81811801", strictness: .deterministic)
        + all(.indefiniteLength, "5fff", "7fff", "9fff", "bfff", "819fff", "5f4100ff", strictness: .deterministic)
        + all(
            .keyOrder, "a201000000", "a2616200616100", "a262616100616200", "a220000100", "a28100000000",
            strictness: .coreDeterministic)
}

@Suite struct `Refused CBORItem input` {
    @Test(arguments: RefusedInput.notWellFormed + RefusedInput.notValid + RefusedInput.notDeterministic)
    func `each refused input of the table gives its error code`(row: RefusedInput) throws {
        let error = try #require(throws: CBORError.self) { try CBORItem(decoding: hex(row.hex), strictness: row.strictness) }
        #expect(error.code == row.code)
        #expect((0...hex(row.hex).count).contains(error.offset))
    }

    @Test(arguments: RefusedInput.notWellFormed + RefusedInput.notValid)
    func `refused input is also refused by stricter rules and inside other items`(row: RefusedInput) {
        for strictness in [CBORStrictness.wellFormed, .deterministic, .coreDeterministic] {
            for prefix in ["", "81", "a100", "c1", "8200"] {
                #expect(throws: CBORError.self) { try CBORItem(decoding: hex(prefix + row.hex), strictness: strictness) }
            }
        }
    }

    @Test(arguments: RefusedInput.notDeterministic)
    func `input whose only fault is that it is not deterministic is accepted as well-formed`(row: RefusedInput) throws {
        #expect(throws: Never.self) { try CBORItem(decoding: hex(row.hex)) }
    }

    @Test(arguments: ["81", "c1", "a100", "9f", "bf00"])
    func `nesting is accepted up to the limit and refused above it`(opener: String) throws {
        let ending = opener == "9f" || opener == "bf00" ? "ff" : ""
        func nested(_ levels: Int) -> [UInt8] {
            hex(String(repeating: opener, count: levels) + "00" + String(repeating: ending, count: levels))
        }
        for limit in [0, 1, 32, CBORLimits.deepestNesting] {
            let limits = CBORLimits(depth: limit)
            #expect(throws: Never.self) { try CBORItem(decoding: nested(limit), limits: limits) }
            let error = try #require(throws: CBORError.self) { try CBORItem(decoding: nested(limit + 1), limits: limits) }
            #expect(error.code == .tooDeep)
        }
        #expect(throws: CBORError.self) { try CBORItem(decoding: nested(33)) }
    }

    @Test(arguments: [[0x81], [0xc1], [0xa1, 0x00], [0x9f], [0xa1]] as [[UInt8]])
    func `a hundred thousand levels do not overflow the stack and are refused quickly`(opener: [UInt8]) throws {
        let limits = CBORLimits(depth: .max, items: .max, bytes: .max)
        let input = Array(repeatElement(opener, count: 100_000).joined())
        let error = try #require(throws: CBORError.self) { try CBORItem(decoding: input, limits: limits) }
        #expect(error.code == .tooDeep)
    }

    @Test(arguments: ["83010203", "9f010203ff", "a201010202", "5f410141024103ff", "c1c1c100", "bf01020304ff"])
    func `more items than the limit are refused`(input: String) throws {
        let error = try #require(throws: CBORError.self) { try CBORItem(decoding: hex(input), limits: CBORLimits(items: 3)) }
        #expect(error.code == .tooManyItems)
    }

    @Test func `exactly as many items as the limit are accepted`() {
        #expect(throws: Never.self) { try CBORItem(decoding: hex("83010203"), limits: CBORLimits(items: 4)) }
        #expect(throws: Never.self) { try CBORItem(decoding: hex("a10102"), limits: CBORLimits(items: 3)) }
    }

    @Test func `input above the byte limit is refused before parsing`() throws {
        let limits = CBORLimits(bytes: 4)
        #expect(throws: Never.self) { try CBORItem(decoding: hex("43010203"), limits: limits) }
        for input in ["4401020304", "ffffffffff", "4301020304"] {
            let error = try #require(throws: CBORError.self) { try CBORItem(decoding: hex(input), limits: limits) }
            #expect(error.code == .tooLarge)
        }
    }

    @Test(arguments: 0...0xff)
    func `any two bytes give an encodable item or an error, never a crash`(first: Int) throws {
        for second in 0...0xff {
            let input = [UInt8(first), UInt8(second), 0xff, 0x61, 0x41, 0xff, 0xff, 0x9f, 0xff, 0xff, 0xff]
            for length in [1, 2, 3, 6, input.count] {
                guard let item = try? CBORItem(decoding: Array(input.prefix(length))) else { continue }
                let again = item.encode()
                #expect(again.count <= 2 * length)
                #expect(try CBORItem(decoding: again, strictness: .wellFormed) == item)
            }
        }
    }

    @Test func `a prefix that starts outside the input is refused`() {
        #expect(throws: CBORError.self) { try CBORItem.decodingPrefix(of: [0], from: -1) }
        #expect(throws: CBORError.self) { try CBORItem.decodingPrefix(of: [0], from: 1) }
        #expect(throws: CBORError.self) { try CBORItem.decodingPrefix(of: [0], from: 2) }
    }
}

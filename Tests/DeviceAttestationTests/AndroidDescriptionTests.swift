// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Testing

@Suite struct `The DER of an Android key description` {
    let genuine: [UInt8]

    init() throws {
        genuine = try AndroidTestChain.genuine.encode()
    }

    /// An explicitly tagged element with its tag number in shortest form.
    private static func tagged(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        if number < 31 { return element([0xa0 | UInt8(number)], content) }
        if number < 128 { return element([0xbf, UInt8(number)], content) }
        return element([0xbf, 0x80 | UInt8(number >> 7), UInt8(number & 0x7f)], content)
    }

    private static let three: [UInt8] = [0x02, 0x01, 0x03]

    /// A description from parts in DER, each with a valid default.
    private func description(
        version: [UInt8] = three, level: [UInt8] = [0x0a, 0x01, 0x01], challenge: [UInt8] = [0x04, 0x01, 0xcc],
        software: [UInt8] = [0x30, 0x00], hardware: [[UInt8]] = [], more: [UInt8] = []
    ) -> [UInt8] {
        element(
            [0x30],
            version + level + [0x02, 0x01, 0x04, 0x0a, 0x01, 0x01] + challenge + [0x04, 0x00] + software
                + element([0x30], hardware.flatMap { $0 }) + more)
    }

    private func expectMalformed(_ bytes: [UInt8], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: AttestationRejection(.malformed), comment, sourceLocation: sourceLocation) {
            try AndroidKeyDescription(decoding: bytes)
        }
    }

    @Test func `an Android key description round-trips`() throws {
        #expect(try AndroidKeyDescription(decoding: genuine) == AndroidTestChain.genuine)
        #expect(try AndroidKeyDescription(decoding: genuine).encode() == genuine)
        for bytes in [description(), description(hardware: [Self.tagged(1, [0x31, 0x00]), Self.tagged(724, [0x04, 0x00])])] {
            #expect(try AndroidKeyDescription(decoding: bytes).encode() == bytes)
        }
    }

    @Test func `a key description that is truncated or followed by other bytes is refused`() {
        for length in genuine.indices { expectMalformed(Array(genuine.prefix(length)), "\(length) bytes") }
        for trailer in [[0x00], [0x05, 0x00], genuine] as [[UInt8]] { expectMalformed(genuine + trailer) }
        expectMalformed(description(more: [0x05, 0x00]))
        expectMalformed(description(more: [0x30, 0x00]))
    }

    @Test func `a key description with any longer encoding of a length or number is refused`() {
        expectMalformed([0x30, 0x80] + genuine.dropFirst(4) + [0x00, 0x00], "indefinite length")
        expectMalformed([0x30, 0x83, 0x00] + genuine.dropFirst(2), "a longer length")
        expectMalformed(description(version: [0x02, 0x81, 0x01, 0x03]), "a longer length inside")
        expectMalformed(description(version: [0x02, 0x02, 0x00, 0x03]), "a longer number")
        expectMalformed(description(level: [0x0a, 0x02, 0x00, 0x01]), "a longer enumeration")
        expectMalformed(description(challenge: [0x24, 0x03, 0x04, 0x01, 0xcc]), "bytes in pieces")
        expectMalformed(description(software: [0x30, 0x80, 0x00, 0x00]), "indefinite length inside")
        let three = Self.three
        expectMalformed(description(hardware: [[0xbf, 0x02, 0x03] + three]), "a short tag in the long form")
        expectMalformed(description(hardware: [[0xbf, 0x80, 0x85, 0x3e, 0x03] + three]), "a tag with zeros before it")
        expectMalformed(description(hardware: [[0xbf, 0x85, 0x3e, 0x81, 0x03] + three]), "a longer length of a tag")
    }

    @Test func `a key description with negative or enormous numbers is refused`() throws {
        for number in [
            [0x02, 0x00], [0x02, 0x01, 0xff], [0x02, 0x01, 0x80], [0x02, 0x09, 0x01] + [UInt8](repeating: 0, count: 8),
            element([0x02], [UInt8](repeating: 0x7f, count: 300)),
        ] as [[UInt8]] {
            expectMalformed(description(version: number))
            expectMalformed(description(hardware: [Self.tagged(706, number)]))
            expectMalformed(description(hardware: [Self.tagged(1, element([0x31], number))]))
        }
        let largest: [UInt8] = [0x02, 0x09, 0x00] + [UInt8](repeating: 0xff, count: 8)
        let read = try AndroidKeyDescription(decoding: description(hardware: [Self.tagged(706, largest)]))
        #expect(read.hardwareEnforced.number(.osPatchLevel) == .max)
        #expect(read.hardwareEnforced.osPatchLevel == nil)
    }

    @Test func `a key description with undefined enumeration values is refused`() {
        for level in [[0x0a, 0x01, 0x03], [0x0a, 0x01, 0xff], [0x0a, 0x02, 0x01, 0x00], [0x0a, 0x00], [0x02, 0x01, 0x01]] as [[UInt8]] {
            expectMalformed(description(level: level))
        }
        for state in [0x04, 0xff] as [UInt8] {
            let root = element([0x30], [0x04, 0x00, 0x01, 0x01, 0xff, 0x0a, 0x01, state])
            expectMalformed(description(hardware: [Self.tagged(704, root)]))
        }
    }

    private static let size = tagged(3, [0x02, 0x02, 0x01, 0x00])
    private static let origin = tagged(702, [0x02, 0x01, 0x00])
    private static let unknown = tagged(999, three)

    @Test(arguments: [
        [size, origin, unknown], [size, unknown, origin], [origin, size, unknown], [origin, unknown, size], [unknown, size, origin],
        [unknown, origin, size],
    ])
    func `a key description with tags in any order is read like the ordered description`(tags: [[UInt8]]) throws {
        let ordered = description(hardware: [Self.size, Self.origin, Self.unknown])
        let software = element([0x30], tags.flatMap { $0 })
        #expect(try AndroidKeyDescription(decoding: description(hardware: tags)) == AndroidKeyDescription(decoding: ordered))
        #expect(try AndroidKeyDescription(decoding: description(hardware: tags)).encode() == ordered)
        #expect(try AndroidKeyDescription(decoding: description(software: software)).softwareEnforced.tags.map(\.number) == [3, 702, 999])
    }

    @Test(arguments: [
        [size, size], [origin, origin], [size, origin, size], [origin, size, origin], [size, origin, origin], [unknown, unknown],
        [unknown, size, unknown], [size, tagged(3, [0x02, 0x02, 0x01, 0x80])],
    ])
    func `a key description with a tag twice is refused, in any order and with any value`(tags: [[UInt8]]) {
        expectMalformed(description(hardware: tags))
        expectMalformed(description(software: element([0x30], tags.flatMap { $0 })))
    }

    /// A description whose boot state has this element as `deviceLocked`.
    private func description(deviceLocked: [UInt8]) -> [UInt8] {
        description(hardware: [Self.tagged(704, element([0x30], [0x04, 0x00] + deviceLocked + [0x0a, 0x01, 0x00]))])
    }

    @Test(arguments: [0x00, 0x01, 0x02, 0x7f, 0x80, 0xfe, 0xff] as [UInt8])
    func `a BOOLEAN of a key description is FALSE for the octet 0 and TRUE for any other octet`(octet: UInt8) throws {
        let read = try AndroidKeyDescription(decoding: description(deviceLocked: [0x01, 0x01, octet]))
        #expect(try #require(read.hardwareEnforced.rootOfTrust).isDeviceLocked == (octet != 0))
        #expect(try read.encode() == description(deviceLocked: [0x01, 0x01, octet == 0 ? 0x00 : 0xff]))
    }

    @Test(
        arguments: [
            [], [0x01, 0x00], [0x01, 0x02, 0x01, 0x01], [0x01, 0x02, 0x00, 0x00], [0x01, 0x02, 0xff, 0xff], [0x01, 0x81, 0x01, 0x01],
            [0x21, 0x03, 0x01, 0x01, 0x01], [0x02, 0x01, 0x01], [0x0a, 0x01, 0x01], [0x04, 0x01, 0x01], [0x81, 0x01, 0x01], [0x05, 0x00],
            [0x01, 0x01, 0x01, 0x01, 0x01, 0x01],
        ] as [[UInt8]])
    func `a BOOLEAN of a key description that is absent, not one octet, or of a wrong type is refused`(boolean: [UInt8]) {
        expectMalformed(description(deviceLocked: boolean))
    }

    @Test func `a key description with tags of a wrong class, form or type is refused`() {
        for wrong in [
            Self.three, [0x05, 0x00], [0x61, 0x03] + Self.three, [0xe1, 0x03] + Self.three, [0x82, 0x01, 0x03], [0xa2, 0x00],
            [0xa2, 0x06] + Self.three + Self.three, Self.tagged(2, [0x0a, 0x01, 0x03]), Self.tagged(2, [0x04, 0x01, 0x03]),
            Self.tagged(1, Self.three), Self.tagged(1, [0x30, 0x03] + Self.three), Self.tagged(503, [0x05, 0x01, 0x00]),
            Self.tagged(503, [0x01, 0x01, 0xff]), Self.tagged(503, [0x30, 0x00]), Self.tagged(709, [0x30, 0x00]),
            Self.tagged(704, [0x30, 0x00]), Self.tagged(704, [0x31, 0x00]), Self.tagged(724, [0x0c, 0x00]), [0x9f, 0x85, 0x3e, 0x01, 0x00],
        ] as [[UInt8]] {
            expectMalformed(description(hardware: [wrong]), "\(wrong)")
        }
    }

    @Test func `a key description with sets in any order is read like the ordered description`() throws {
        let two: [UInt8] = [0x02, 0x01, 0x02]
        let right = description(hardware: [Self.tagged(1, element([0x31], two + Self.three))])
        #expect(try AndroidKeyDescription(decoding: right).hardwareEnforced.numbers(.purpose) == [2, 3])
        let other = description(hardware: [Self.tagged(1, element([0x31], Self.three + two))])
        #expect(try AndroidKeyDescription(decoding: other).encode() == right)
        expectMalformed(description(hardware: [Self.tagged(1, element([0x31], Self.three + two + [0x04, 0x00]))]))
        expectMalformed(description(hardware: [Self.tagged(1, element([0x30], Self.three + two))]))
    }

    @Test func `a key description keeps tags unknown to the schema`() throws {
        let unknown = Self.tagged(20_000 >> 1, element([0x30], Self.three))
        let bytes = description(software: element([0x30], unknown), hardware: [Self.tagged(725, [0x01, 0x01, 0xff]), unknown])
        let read = try AndroidKeyDescription(decoding: bytes)
        #expect(read.hardwareEnforced.tags.map(\.number) == [725, 10_000])
        #expect(read.hardwareEnforced.tags.map(\.description) == ["725", "10000"])
        #expect(read.softwareEnforced[AuthorizationTag(number: 10_000)] == .unknown(unknown))
        #expect(try read.encode() == bytes)
    }

    @Test func `a key description with enormous tag numbers or deep nesting is refused`() {
        for length in [9, 10, 20, 500] {
            let tag = [0xbf] + [UInt8](repeating: 0xff, count: length) + [0x7f]
            expectMalformed(description(hardware: [element(tag, Self.three)]), "\(length)")
        }
        var nested = Self.three
        for _ in 0..<2000 { nested = element([0x30], nested) }
        expectMalformed(nested)
        expectMalformed(description(hardware: [Self.tagged(999, nested)]))
        expectMalformed([UInt8](repeating: 0x30, count: AndroidKeyDescription.maximumSize))
        expectMalformed(element([0x30], [UInt8](repeating: 0, count: 40_000)))
    }

    @Test func `a key description whose app id is not in its required form is refused`() throws {
        let name = Array("nl.example".utf8)
        func package(_ name: [UInt8], _ version: [UInt8] = [0x02, 0x01, 0x01]) -> [UInt8] {
            element([0x30], element([0x04], name) + version)
        }
        func id(_ packages: [UInt8], _ digests: [UInt8] = [0x31, 0x03, 0x04, 0x01, 0xdd], more: [UInt8] = []) -> [UInt8] {
            let id = element([0x30], element([0x31], packages) + digests + more)
            return description(software: element([0x30], Self.tagged(709, element([0x04], id))))
        }
        let read = try AndroidKeyDescription(decoding: id(package(name)))
        #expect(read.softwareEnforced.applicationID?.packages == [.init(name: "nl.example", version: 1)])
        let (one, two) = (package(name), package(name, [0x02, 0x01, 0x02]))
        let ordered = try AndroidKeyDescription(decoding: id(one + two, [0x31, 0x06, 0x04, 0x01, 0xdd, 0x04, 0x01, 0xee]))
        #expect(try AndroidKeyDescription(decoding: id(two + one, [0x31, 0x06, 0x04, 0x01, 0xee, 0x04, 0x01, 0xdd])) == ordered)
        for wrong in [
            id(package([])), id(package([0xff])), id(package([0xc3])), id(package([0xed, 0xa0, 0x80])), id(package(name, [])),
            id(package(name, [0x04, 0x01, 0x01])), id(package(name, [0x02, 0x09, 0x01] + [UInt8](repeating: 0, count: 8))),
            id(package(name), []), id(package(name), [0x30, 0x00]),
            id(package(name), more: [0x05, 0x00]),
            id(Self.three), id(package(name), [0x31, 0x03, 0x02, 0x01, 0x01]), id([0x04, 0x00]),
        ] {
            expectMalformed(wrong)
        }
    }

    @Test func `a key description with any byte changed is refused, or read and round-tripped`() throws {
        for index in genuine.indices {
            for value in [0x00, 0x01, 0x02, 0x30, 0x7f, 0x80, 0x81, 0xff, genuine[index] ^ 0x01, genuine[index] ^ 0x20] as [UInt8] {
                var bytes = genuine
                bytes[index] = value
                try expectUnreadOrRoundTrip(bytes, "byte \(index) as \(value)")
            }
        }
    }

    @Test func `a key description with random bytes removed, doubled and inserted is refused, or read`() throws {
        var random = Sequence(state: 20_260_101)
        for _ in 0..<10_000 {
            var bytes = genuine
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
                case 2: bytes[index] = [0x00, 0x7f, 0x80, 0x81, 0x84, 0x88, 0xff].randomElement(using: &random) ?? 0
                default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 9)], at: index)
                }
            }
            try expectUnreadOrRoundTrip(bytes)
        }
    }

    /// Expects that the bytes are refused, or that the description is written in as many bytes and read again. Only orders and the octet of TRUE
    /// may change.
    private func expectUnreadOrRoundTrip(_ bytes: [UInt8], _ comment: Comment? = nil) throws {
        guard let read = try? AndroidKeyDescription(decoding: bytes) else { return }
        let written = try read.encode()
        #expect(written.count == bytes.count, comment)
        #expect(try AndroidKeyDescription(decoding: written) == read, comment)
        let others = Dictionary(grouping: bytes, by: \.self).mapValues(\.count)
        let changed = Dictionary(grouping: written, by: \.self).mapValues(\.count).filter { others[$0] != $1 }
        #expect(changed.isEmpty || changed[0xff] == (others[0xff] ?? 0) + 1, comment)
    }

    /// A generator with the same numbers in every run.
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// A recursive encoder of items (RFC 8949, section 3). Decoded items are at most `CBORLimits.deepestNesting` deep, so the recursion is
/// bounded.
struct CBOREncoder {
    /// True if floats are shortened and map pairs sorted (section 4.2.1).
    let isDeterministic: Bool
    private(set) var output: [UInt8] = []

    init(isDeterministic: Bool) {
        self.isDeterministic = isDeterministic
    }

    mutating func append(_ item: CBORItem) {
        switch item {
        case .unsigned(let value): appendHead(.unsigned, value)
        case .negative(let value): appendHead(.negative, value)
        case .bytes(let value):
            appendHead(.bytes, UInt64(value.count))
            output += value
        case .text(let value):
            appendHead(.text, UInt64(value.utf8.count))
            output += value.utf8
        case .array(let elements):
            appendHead(.array, UInt64(elements.count))
            for element in elements { append(element) }
        case .map(let map): append(map)
        case .tagged(let tag, let content):
            appendHead(.tag, tag)
            append(content)
        case .bool(let value): appendHead(.simple, value ? 21 : 20)
        case .null: appendHead(.simple, 22)
        case .undefined: appendHead(.simple, 23)
        case .simple(let value): appendHead(.simple, UInt64(value))
        case .float(let value): append(isDeterministic ? value.shortest : value)
        case .verbatim(let encoding): output += encoding
        }
    }

    private mutating func append(_ map: CBORMap) {
        appendHead(.map, UInt64(map.count))
        guard isDeterministic else {
            for pair in map.pairs {
                append(pair.key)
                append(pair.value)
            }
            return
        }
        let encoded = map.pairs.map { (key: $0.key.encodeDeterministically(), value: $0.value) }
        for pair in encoded.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            output += pair.key
            append(pair.value)
        }
    }

    private mutating func append(_ float: CBORFloat) {
        switch float {
        case .half(let bits): appendHead(.simple, information: 25, bits)
        case .single(let bits): appendHead(.simple, information: 26, bits)
        case .double(let bits): appendHead(.simple, information: 27, bits)
        }
    }

    private mutating func appendHead(_ type: CBORMajorType, _ argument: UInt64) {
        switch argument {
        case 0..<24: output.append(type.rawValue << 5 | UInt8(argument))
        case 24...0xff: appendHead(type, information: 24, UInt8(argument))
        case 0x100...0xffff: appendHead(type, information: 25, UInt16(argument))
        case 0x1_0000...0xffff_ffff: appendHead(type, information: 26, UInt32(argument))
        default: appendHead(type, information: 27, argument)
        }
    }

    private mutating func appendHead(_ type: CBORMajorType, information: UInt8, _ argument: some FixedWidthInteger & UnsignedInteger) {
        output.append(type.rawValue << 5 | information)
        for shift in stride(from: argument.bitWidth - 8, through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: argument >> shift))
        }
    }
}

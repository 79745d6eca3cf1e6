// SPDX-License-Identifier: EUPL-1.2

/// The kinds of items: the three high bits of an item's first byte (RFC 8949, section 3.1).
enum CBORMajorType: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple

    init(firstByte: UInt8) {
        self = CBORMajorType(rawValue: firstByte >> 5) ?? .simple
    }
}

/// The head of an item (RFC 8949, section 3): its kind, the five low bits of its first byte, and the argument.
struct CBORHead {
    let type: CBORMajorType
    /// Additional information, 0…27 or 31.
    let information: UInt8
    /// The value of the additional information or of the bytes that follow it; 0 for an indefinite length.
    let argument: UInt64
    /// Index of the item's first byte.
    let offset: Int

    var isIndefinite: Bool { information == 31 }

    /// Length in bytes of the shortest head with this argument.
    static func shortestLength(_ argument: UInt64) -> Int {
        switch argument {
        case 0..<24: 1
        case 24...0xff: 2
        case 0x100...0xffff: 3
        case 0x1_0000...0xffff_ffff: 5
        default: 9
        }
    }

    /// True if no shorter head encodes this argument. Not meaningful for floats.
    var isShortest: Bool {
        switch information {
        case 24: argument >= 24
        case 25: argument > 0xff
        case 26: argument > 0xffff
        case 27: argument > 0xffff_ffff
        default: true
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// The bytes at the end of a file that are not a valid block: the remains of a crash, or damage.
///
/// A block is durable before the next block is started. So a crash can leave only the last block partly written: some sectors written,
/// other sectors empty, and the file possibly shorter than the block. If the header of a later block is found, a complete block was
/// altered.
struct TornBlock {
    let crypto: JournalCrypto
    /// The number of the expected block.
    let number: UInt64
    /// The block's offset in the file, in bytes.
    let offset: Int
    /// All bytes from `offset` to the end of the file.
    let rest: ArraySlice<UInt8>

    /// The smallest unit that a disk writes, in bytes. Other disks write multiples of this size.
    private static let sector = 512

    /// True if a crash can have left these bytes. A file's first block cannot be torn, because it is written before the file gets its name.
    var isTorn: Bool {
        guard number > 0, !hasAnotherHead else { return false }
        return rest.allSatisfy { $0 == 0 } || isHeader && hasNoMoreThanOneBlock || isTornHeader
    }

    private var header: ArraySlice<UInt8> { rest.prefix(JournalCrypto.headerLength) }
    private var length: Int { JournalCrypto.length(in: header) }
    private var isHeader: Bool { Array(header) == crypto.header(number: number, length: length) }

    /// True if only zeros follow the block. A file system may have extended the file without filling it.
    private var hasNoMoreThanOneBlock: Bool {
        rest.dropFirst(JournalCrypto.headerLength + length + JournalCrypto.sealLength).allSatisfy { $0 == 0 }
    }

    /// True if a valid header is found anywhere but at the beginning.
    private var hasAnotherHead: Bool {
        let mark = UInt8(ascii: "W")
        return rest.indices.dropFirst().contains { index in
            guard rest[index] == mark else { return false }
            let header = rest[index...].prefix(JournalCrypto.headerLength)
            return Array(header) == crypto.header(number: JournalCrypto.number(in: header), length: JournalCrypto.length(in: header))
        }
    }

    /// True for a header that is cut off or lacks a sector.
    private var isTornHeader: Bool {
        let end = Self.sector - offset % Self.sector
        let boundary = min(end, header.count)
        let (first, second) = (header.prefix(boundary), header.dropFirst(boundary))
        let isFirstEmpty = rest.prefix(end).allSatisfy { $0 == 0 }
        let isSecondEmpty = rest.dropFirst(end).prefix(Self.sector).allSatisfy { $0 == 0 }
        guard header.count < JournalCrypto.headerLength || isFirstEmpty || isSecondEmpty && !second.isEmpty else { return false }
        // The parts before and after the length field can be checked; the part after it only if the length is present.
        let lengthIsThere =
            isFirstEmpty ? boundary <= JournalCrypto.lengthPlace.lowerBound : boundary >= JournalCrypto.lengthPlace.upperBound
        let isLengthKnown = lengthIsThere && header.count >= JournalCrypto.lengthPlace.upperBound
        let expected = crypto.header(number: number, length: isLengthKnown ? length : 0)
        let known = isLengthKnown ? JournalCrypto.headerLength : JournalCrypto.lengthPlace.lowerBound
        return (isFirstEmpty || matches(first, expected, from: 0, upTo: known))
            && (isSecondEmpty || matches(second, expected, from: boundary, upTo: known))
    }

    private func matches(_ part: ArraySlice<UInt8>, _ expected: [UInt8], from place: Int, upTo known: Int) -> Bool {
        zip(part, expected.dropFirst(place).prefix(max(0, known - place))).allSatisfy { $0 == $1 }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// What stands at the end of a file where no block does: what a crash can leave of the last one, or damage.
///
/// A block is on the disk before the next one is begun. So a crash leaves of the last one some sectors as they were written and others empty, and the
/// file may already be as long as the whole block or not yet. Nothing can come after it: where the head of another block is found, something was
/// changed that had been whole.
struct TornBlock {
    let crypto: JournalCrypto
    /// The number of the block that should be here.
    let number: UInt64
    /// Where it begins, in bytes from the beginning of the file.
    let offset: Int
    /// Everything from there to the end of the file.
    let rest: ArraySlice<UInt8>

    /// The least that a disk writes at once; all others write multiples of it.
    private static let sector = 512

    /// Whether a crash can have left it. The first block of a file cannot be torn: it is there before the file has its name.
    var isTorn: Bool {
        guard number > 0, !hasAnotherHead else { return false }
        return rest.allSatisfy { $0 == 0 } || isHead && hasNoMoreThanOneBlock || isTornHead
    }

    private var head: ArraySlice<UInt8> { rest.prefix(JournalCrypto.headLength) }
    private var length: Int { JournalCrypto.length(in: head) }
    private var isHead: Bool { Array(head) == crypto.head(number: number, length: length) }

    /// A file system may have made the file longer and not filled it.
    private var hasNoMoreThanOneBlock: Bool {
        rest.dropFirst(JournalCrypto.headLength + length + JournalCrypto.sealLength).allSatisfy { $0 == 0 }
    }

    /// Whether a head of these keys stands anywhere but at the beginning.
    private var hasAnotherHead: Bool {
        let mark = UInt8(ascii: "W")
        return rest.indices.dropFirst().contains { index in
            guard rest[index] == mark else { return false }
            let head = rest[index...].prefix(JournalCrypto.headLength)
            return Array(head) == crypto.head(number: JournalCrypto.number(in: head), length: JournalCrypto.length(in: head))
        }
    }

    /// A head that ends too early, or of which a sector was not written.
    private var isTornHead: Bool {
        let end = Self.sector - offset % Self.sector
        let boundary = min(end, head.count)
        let (first, second) = (head.prefix(boundary), head.dropFirst(boundary))
        let isFirstEmpty = rest.prefix(end).allSatisfy { $0 == 0 }
        let isSecondEmpty = rest.dropFirst(end).prefix(Self.sector).allSatisfy { $0 == 0 }
        guard head.count < JournalCrypto.headLength || isFirstEmpty || isSecondEmpty && !second.isEmpty else { return false }
        // All of it can be told that comes before the length, and after it when that is there.
        let lengthIsThere =
            isFirstEmpty ? boundary <= JournalCrypto.lengthPlace.lowerBound : boundary >= JournalCrypto.lengthPlace.upperBound
        let isLengthKnown = lengthIsThere && head.count >= JournalCrypto.lengthPlace.upperBound
        let expected = crypto.head(number: number, length: isLengthKnown ? length : 0)
        let known = isLengthKnown ? JournalCrypto.headLength : JournalCrypto.lengthPlace.lowerBound
        return (isFirstEmpty || matches(first, expected, from: 0, upTo: known))
            && (isSecondEmpty || matches(second, expected, from: boundary, upTo: known))
    }

    private func matches(_ part: ArraySlice<UInt8>, _ expected: [UInt8], from place: Int, upTo known: Int) -> Bool {
        zip(part, expected.dropFirst(place).prefix(max(0, known - place))).allSatisfy { $0 == $1 }
    }
}

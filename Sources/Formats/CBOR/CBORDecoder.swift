// SPDX-License-Identifier: EUPL-1.2

import UTF8Text

/// A recursive decoder of items (RFC 8949, section 3 and appendix C). Each level of nesting is one recursive call, and the levels are
/// limited. All functions are mutating so that the decoder is never copied.
struct CBORDecoder {
    private let input: [UInt8]
    private let limits: CBORLimits
    private let strictness: CBORStrictness
    /// The index of the next byte.
    private(set) var position: Int
    private var itemsLeft: Int

    /// The largest claimed number of entries for which memory is reserved in advance.
    private static let believed = 32
    /// The tag of a byte string that contains encoded CBOR (section 3.4.5.1).
    private static let embeddedTag: UInt64 = 24
    /// The byte that ends an indefinite-length item (section 3.2.1).
    private static let breakByte: UInt8 = 0xff

    init(input: [UInt8], position: Int, limits: CBORLimits, strictness: CBORStrictness) {
        self.input = input
        self.position = position
        self.limits = limits
        self.strictness = strictness
        itemsLeft = limits.items
    }

    mutating func wholeInput() throws(CBORError) -> CBORItem {
        let item = try leadingItem()
        guard position == input.count else { throw CBORError(.trailingBytes, at: position) }
        return item
    }

    mutating func leadingItem() throws(CBORError) -> CBORItem {
        guard input.count - position <= limits.bytes else { throw CBORError(.tooLarge, at: position) }
        return try item(levelsLeft: limits.depth)
    }

    // MARK: Items

    private mutating func item(levelsLeft: Int) throws(CBORError) -> CBORItem {
        let head = try head()
        switch head.type {
        case .unsigned: return .unsigned(head.argument)
        case .negative: return .negative(head.argument)
        case .bytes: return .bytes(try string(head))
        case .text: return .text(try text(head))
        case .array: return .array(try array(head, levelsLeft: try below(levelsLeft, head)))
        case .map: return .map(try map(head, levelsLeft: try below(levelsLeft, head)))
        case .tag:
            let content = try item(levelsLeft: try below(levelsLeft, head))
            return embedding(head, content)
        case .simple: return try simple(head)
        }
    }

    /// The tagged item. If the strictness keeps embedded forms and this encoding is longer than the shortest encoding, the item carries its
    /// received bytes.
    private func embedding(_ tag: CBORHead, _ content: CBORItem) -> CBORItem {
        let item = CBORItem.tagged(tag.argument, content)
        guard strictness.keepsEmbeddedForm, tag.argument == Self.embeddedTag, case .bytes(let bytes) = content else { return item }
        let received = input[tag.offset..<position]
        return received.count > CBORHead.shortestLength(tag.argument) + CBORHead.shortestLength(UInt64(bytes.count)) + bytes.count
            ? .verbatim(Array(received)) : item
    }

    private mutating func below(_ levels: Int, _ head: CBORHead) throws(CBORError) -> Int {
        guard levels > 0 else { throw CBORError(.tooDeep, at: head.offset) }
        return levels - 1
    }

    private mutating func simple(_ head: CBORHead) throws(CBORError) -> CBORItem {
        switch head.information {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 0..<24: return .simple(UInt8(head.argument))
        case 24:
            guard head.argument >= 32 else { throw CBORError(.malformedSimpleValue, at: head.offset) }
            return .simple(UInt8(head.argument))
        case 25: return .float(try shortest(.half(UInt16(head.argument)), head))
        case 26: return .float(try shortest(.single(UInt32(head.argument)), head))
        case 27: return .float(try shortest(.double(head.argument), head))
        default: throw CBORError(.unexpectedBreak, at: head.offset)
        }
    }

    private mutating func shortest(_ float: CBORFloat, _ head: CBORHead) throws(CBORError) -> CBORFloat {
        guard !strictness.requiresShortestForm || float.shortest == float else { throw CBORError(.notShortest, at: head.offset) }
        return float
    }

    // MARK: Strings

    private mutating func text(_ head: CBORHead) throws(CBORError) -> String {
        guard head.isIndefinite else { return try utf8(try content(head), head) }
        // Each chunk is a text of its own, so a character must not be split between chunks (section 3.2.3).
        var joined = ""
        while let chunk = try chunk(of: head) { joined += try utf8(try content(chunk), chunk) }
        return joined
    }

    private mutating func string(_ head: CBORHead) throws(CBORError) -> [UInt8] {
        guard head.isIndefinite else { return Array(try content(head)) }
        var joined: [UInt8] = []
        while let chunk = try chunk(of: head) { joined += try content(chunk) }
        return joined
    }

    private mutating func chunk(of string: CBORHead) throws(CBORError) -> CBORHead? {
        if try skipBreak() { return nil }
        let chunk = try head()
        guard chunk.type == string.type, !chunk.isIndefinite else { throw CBORError(.malformedChunk, at: chunk.offset) }
        return chunk
    }

    private mutating func content(_ head: CBORHead) throws(CBORError) -> ArraySlice<UInt8> {
        guard let length = Int(exactly: head.argument), length <= input.count - position else {
            throw CBORError(.truncated, at: head.offset)
        }
        defer { position += length }
        return input[position..<position + length]
    }

    private mutating func utf8(_ bytes: ArraySlice<UInt8>, _ head: CBORHead) throws(CBORError) -> String {
        guard let text = String(utf8: bytes) else { throw CBORError(.invalidUTF8, at: head.offset) }
        return text
    }

    // MARK: Containers

    private mutating func array(_ head: CBORHead, levelsLeft: Int) throws(CBORError) -> [CBORItem] {
        var elements: [CBORItem] = []
        var toCome = try claimed(head, bytesEach: 1)
        elements.reserveCapacity(min(toCome ?? 0, Self.believed))
        while try hasNext(&toCome) {
            elements.append(try item(levelsLeft: levelsLeft))
        }
        return elements
    }

    private mutating func map(_ head: CBORHead, levelsLeft: Int) throws(CBORError) -> CBORMap {
        var pairs: [CBORMap.Pair] = []
        var keys = KeysSeen()
        var lastKey: [UInt8] = []
        var toCome = try claimed(head, bytesEach: 2)
        pairs.reserveCapacity(min(toCome ?? 0, Self.believed))
        while try hasNext(&toCome) {
            let offset = position
            let key = try item(levelsLeft: levelsLeft)
            guard keys.insert(key, after: pairs) else { throw CBORError(.duplicateKey, at: offset) }
            if strictness.requiresKeyOrder {
                let encoded = key.encodeDeterministically()
                guard lastKey.lexicographicallyPrecedes(encoded) else { throw CBORError(.keyOrder, at: offset) }
                lastKey = encoded
            }
            pairs.append(CBORMap.Pair(key: key, value: try item(levelsLeft: levelsLeft)))
        }
        return CBORMap(distinct: pairs)
    }

    /// The number of entries that a container claims, each at least `bytesEach` bytes long; nil for an indefinite length.
    private mutating func claimed(_ head: CBORHead, bytesEach: Int) throws(CBORError) -> Int? {
        guard !head.isIndefinite else { return nil }
        guard head.argument <= UInt64((input.count - position) / bytesEach) else { throw CBORError(.truncated, at: head.offset) }
        let count = Int(head.argument)
        guard count <= itemsLeft / bytesEach else { throw CBORError(.tooManyItems, at: head.offset) }
        return count
    }

    /// True if the container has a further entry: by count for a definite length, until the break for an indefinite length.
    private mutating func hasNext(_ toCome: inout Int?) throws(CBORError) -> Bool {
        guard let count = toCome else { return try !skipBreak() }
        guard count > 0 else { return false }
        toCome = count - 1
        return true
    }

    private mutating func skipBreak() throws(CBORError) -> Bool {
        guard position < input.count else { throw CBORError(.truncated, at: position) }
        guard input[position] == Self.breakByte else { return false }
        position += 1
        return true
    }

    // MARK: Heads

    private mutating func head() throws(CBORError) -> CBORHead {
        let offset = position
        guard itemsLeft > 0 else { throw CBORError(.tooManyItems, at: offset) }
        itemsLeft -= 1
        guard position < input.count else { throw CBORError(.truncated, at: position) }
        let first = input[position]
        position += 1
        let type = CBORMajorType(firstByte: first)
        let information = first & 0x1f
        let argument: UInt64
        switch information {
        case 0..<24: argument = UInt64(information)
        case 24...27: argument = try bigEndian(byteCount: 1 << Int(information - 24))
        case 31 where type != .unsigned && type != .negative && type != .tag: argument = 0
        default: throw CBORError(.reservedAdditionalInformation, at: offset)
        }
        let head = CBORHead(type: type, information: information, argument: argument, offset: offset)
        try check(head)
        return head
    }

    private mutating func check(_ head: CBORHead) throws(CBORError) {
        guard strictness.requiresShortestForm, head.type != .simple else { return }
        guard !head.isIndefinite else { throw CBORError(.indefiniteLength, at: head.offset) }
        guard head.isShortest else { throw CBORError(.notShortest, at: head.offset) }
    }

    private mutating func bigEndian(byteCount: Int) throws(CBORError) -> UInt64 {
        guard byteCount <= input.count - position else { throw CBORError(.truncated, at: position) }
        var value: UInt64 = 0
        for _ in 0..<byteCount {
            value = value << 8 | UInt64(input[position])
            position += 1
        }
        return value
    }
}

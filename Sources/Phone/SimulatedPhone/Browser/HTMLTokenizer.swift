// SPDX-License-Identifier: EUPL-1.2

/// A token of an HTML document.
enum HTMLToken: Sendable, Hashable {
    case text(String)
    /// Names are in lower case; the first of duplicate attributes counts.
    case start(String, attributes: [String: String])
    case end(String)
}

/// Splits an HTML document into tokens, roughly as HTML §13.2.5 does. Every input has a result, in linear time.
///
/// A difference from other browsers changes only how a page looks. It does not change what a page may do: only elements and attributes on closed
/// lists are drawn.
struct HTMLTokenizer: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0
    /// The element whose content is text up to its end tag.
    private var rawElement: String?

    /// Elements that contain only text. Character references are replaced in `withReferences` only.
    private static let raw: Set<String> = ["script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title"]
    private static let withReferences: Set<String> = ["textarea", "title"]
    /// The largest number of attributes read per element.
    private static let mostAttributes = 64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> HTMLToken? {
        guard place < bytes.count else { return nil }
        if let name = rawElement {
            rawElement = nil
            if let text = rawText(of: name) { return text }
            guard place < bytes.count else { return nil }
        }
        var start = place
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<"), let kind = kindOfMarkup() else {
                place += 1
                continue
            }
            if place > start { return .text(CharacterReferences.decode(string(start..<place))) }
            if let tag = tag(kind) { return tag }
            start = place
        }
        return start < place ? .text(CharacterReferences.decode(string(start..<place))) : nil
    }

    // MARK: Markup

    private enum Markup {
        case start, end, comment, other
    }

    /// The kind of markup that the `<` here begins; nil for a plain character.
    private func kindOfMarkup() -> Markup? {
        guard place + 1 < bytes.count else { return nil }
        let next = bytes[place + 1]
        if Self.isLetter(next) { return .start }
        switch next {
        case UInt8(ascii: "/"): return place + 2 < bytes.count ? (Self.isLetter(bytes[place + 2]) ? .end : .other) : nil
        case UInt8(ascii: "!"): return bytes[place...].starts(with: Array("<!--".utf8)) ? .comment : .other
        case UInt8(ascii: "?"): return .other
        default: return nil
        }
    }

    private mutating func tag(_ kind: Markup) -> HTMLToken? {
        switch kind {
        case .comment:
            skip(behind: Array("-->".utf8), from: place + 4)
            return nil
        case .other:
            skip(behind: [UInt8(ascii: ">")], from: place + 1)
            return nil
        case .start:
            place += 1
            let name = word(endingAt: ">/")
            let attributes = attributes()
            if Self.raw.contains(name) { rawElement = name }
            return .start(name, attributes: attributes)
        case .end:
            place += 2
            let name = word(endingAt: ">/")
            _ = attributes()
            return .end(name)
        }
    }

    private mutating func attributes() -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            skipSpaces(and: "/")
            guard place < bytes.count else { return attributes }
            if bytes[place] == UInt8(ascii: ">") {
                place += 1
                return attributes
            }
            let start = place
            let name = word(endingAt: ">/=")
            skipSpaces()
            var value = ""
            if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
                place += 1
                skipSpaces()
                value = attributeValue()
            }
            // An equals sign in place of a name.
            if place == start { place += 1 }
            if !name.isEmpty, attributes[name] == nil, attributes.count < Self.mostAttributes { attributes[name] = value }
        }
    }

    private mutating func attributeValue() -> String {
        guard place < bytes.count else { return "" }
        let quote = bytes[place]
        let start: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = place + 1
            place = bytes[start...].firstIndex(of: quote) ?? bytes.count
            defer { place = Swift.min(place + 1, bytes.count) }
            return CharacterReferences.decode(string(start..<place))
        }
        start = place
        while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
        return CharacterReferences.decode(string(start..<place))
    }

    // MARK: Text

    /// Reads the text up to the end tag of that name; nil when it is empty.
    private mutating func rawText(of name: String) -> HTMLToken? {
        let end = Array(("</" + name).utf8)
        let start = place
        while place < bytes.count, !isHere(end) { place += 1 }
        guard place > start else { return nil }
        let text = string(start..<place)
        return .text(Self.withReferences.contains(name) ? CharacterReferences.decode(text) : text)
    }

    private func isHere(_ end: [UInt8]) -> Bool {
        guard place + end.count <= bytes.count, bytes[place] == end[0] else { return false }
        guard zip(bytes[place...], end).allSatisfy({ Self.lowercase($0) == $1 }) else { return false }
        guard place + end.count < bytes.count else { return true }
        let next = bytes[place + end.count]
        return Self.isSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    }

    private mutating func word(endingAt ends: StaticString) -> String {
        let start = place
        let ends = Array("\(ends)".utf8)
        while place < bytes.count, !Self.isSpace(bytes[place]), !ends.contains(bytes[place]) { place += 1 }
        return string(start..<place).lowercased()
    }

    private mutating func skipSpaces(and other: Unicode.Scalar = " ") {
        while place < bytes.count, Self.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: other) { place += 1 }
    }

    /// Moves past the next occurrence, or to the end.
    private mutating func skip(behind end: [UInt8], from start: Int) {
        place = Swift.min(start, bytes.count)
        while place < bytes.count {
            if bytes[place...].starts(with: end) {
                place += end.count
                return
            }
            place += 1
        }
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(byte) }
    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}

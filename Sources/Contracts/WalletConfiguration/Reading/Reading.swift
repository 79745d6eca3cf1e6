// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON

/// Readers for single values; each function returns or is a reader for one kind of value with its limits.
enum Reading {
    /// Reads an integer in a range, written without fraction and exponent.
    static func integer(_ range: ClosedRange<Int>) -> ContentsReader.Read<Int> {
        { (value, path) throws(UnacceptableContents) in
            guard case .integer(let number) = value, let number = Int(exactly: number), range.contains(number) else {
                throw UnacceptableContents(path, "not an integer in \(range.lowerBound)...\(range.upperBound)")
            }
            return number
        }
    }

    /// Reads a boolean.
    static func bool(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> Bool {
        guard case .bool(let bool) = value else { throw UnacceptableContents(path, "not a boolean") }
        return bool
    }

    /// Reads a text with a parser; `what` describes the expected form.
    static func text<Value>(_ what: StaticString, _ parse: @escaping (String) -> Value?) -> ContentsReader.Read<Value> {
        { (value, path) throws(UnacceptableContents) in
            guard case .string(let text) = value else { throw UnacceptableContents(path, "not a string") }
            guard let value = parse(text) else { throw UnacceptableContents(path, "not \(what)") }
            return value
        }
    }

    /// Reads a name of 1 to a maximum number of visible ASCII characters.
    static func name(_ maximum: Int) -> ContentsReader.Read<String> {
        text("a name of visible ASCII characters within its length") { text in
            (1...maximum).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
    }

    /// Reads a text for display: a limited number of characters, no control characters, no surrounding spaces.
    static func sentence(_ maximum: Int) -> ContentsReader.Read<String> {
        { (value, path) throws(UnacceptableContents) in
            guard case .string(let text) = value else { throw UnacceptableContents(path, "not a string") }
            let isGood =
                text.utf8.count <= 4 * maximum && (1...maximum).contains(text.unicodeScalars.count)
                && text.first?.isWhitespace == false && text.last?.isWhitespace == false
                && text.unicodeScalars.allSatisfy { $0.properties.isPrintable }
            guard isGood else { throw UnacceptableContents(path, "not a text of 1 to \(maximum) printable characters") }
            return text
        }
    }

    /// Reads an instant, `2026-01-31T23:59:59Z`.
    static func instant(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> Int64 {
        try text("an instant such as 2026-01-31T23:59:59Z") { Instant($0)?.seconds }(value, path)
    }

    /// Reads an array with a limited number of elements.
    static func list<Value>(_ count: ClosedRange<Int>, _ read: @escaping ContentsReader.Read<Value>) -> ContentsReader.Read<[Value]> {
        { (value, path) throws(UnacceptableContents) in
            guard case .array(let entries) = value else { throw UnacceptableContents(path, "not an array") }
            guard count.contains(entries.count) else {
                let expected = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
                throw UnacceptableContents(path, "not \(expected) entries")
            }
            var values: [Value] = []
            var problems: [ContentsProblem] = []
            for (index, entry) in entries.enumerated() {
                do throws(UnacceptableContents) {
                    values.append(try read(entry, "\(path)[\(index)]"))
                } catch {
                    problems += error.problems
                }
            }
            guard problems.isEmpty else { throw UnacceptableContents(problems) }
            return values
        }
    }

    /// Reads 1 to 16 public keys by key id; a key id has 1 to 64 visible ASCII characters.
    static func keys(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> [String: JWK] {
        guard case .object(let object) = value else { throw UnacceptableContents(path, "not an object") }
        guard (1...16).contains(object.count) else { throw UnacceptableContents(path, "not 1 to 16 keys") }
        var keys: [String: JWK] = [:]
        for (name, value) in object.members {
            guard KeyID.isAcceptable(name) else { throw UnacceptableContents(path, "a key id is not 1 to 64 visible ASCII characters") }
            guard case .object(let json) = value, let key = try? JWK(json) else {
                throw UnacceptableContents(path, "a key that is no public P-256 key as JWK")
            }
            keys[name] = key
        }
        return keys
    }

    /// Reads 1 to 8 different certificates in base64 DER, each at most 4096 bytes; checks only their outermost length.
    static func roots(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> [[UInt8]] {
        guard let roots = try? X5C.decode(value), roots.count <= 8 else {
            throw UnacceptableContents(path, "not 1 to 8 certificates in base64")
        }
        guard roots.allSatisfy(isSequence) else {
            throw UnacceptableContents(path, "an entry that is no certificate in DER of at most 4096 bytes")
        }
        guard Set(roots).count == roots.count else { throw UnacceptableContents(path, "a certificate twice") }
        return roots
    }

    /// True if the bytes are exactly one DER sequence of 128 to 4096 bytes.
    private static func isSequence(_ bytes: [UInt8]) -> Bool {
        guard (128...4096).contains(bytes.count), bytes[0] == 0x30 else { return false }
        return switch bytes[1] {
        case 0x81: bytes[2] >= 0x80 && Int(bytes[2]) == bytes.count - 3
        case 0x82: bytes[2] != 0 && Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 4
        default: false
        }
    }
}

extension Unicode.Scalar.Properties {
    /// True if the character can be displayed in a sentence without breaking the line or changing its direction.
    fileprivate var isPrintable: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

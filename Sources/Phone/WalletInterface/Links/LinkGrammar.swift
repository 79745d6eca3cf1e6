// SPDX-License-Identifier: EUPL-1.2

/// The characters of a URI, and no others: RFC 3986, appendix A, narrowed to the lower case where the RFC leaves the case open.
enum LinkGrammar {
    static let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
    static let uppercase = UInt8(ascii: "A")...UInt8(ascii: "Z")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The longest host name and the longest label in it, in bytes (RFC 1035, 2.3.4).
    private static let longestHost = 253
    private static let longestLabel = 63

    /// A scheme: a lower-case letter, then lower-case letters, digits, `+`, `-` and `.`.
    static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, lowercase.contains(first) else { return false }
        return bytes.allSatisfy { lowercase.contains($0) || digits.contains($0) || "+-.".utf8.contains($0) }
    }

    /// A host name in lower-case ASCII: labels of letters, digits and inner hyphens, without a dot at the end. Addresses in brackets are none.
    static func isHost(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count <= longestHost else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...longestLabel).contains(label.count) && label.first != UInt8(ascii: "-")
                && label.suffix(1) != [UInt8(ascii: "-")]
                && label.allSatisfy { lowercase.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// A port in its one shortest form, 1…65535; nil for anything else.
    static func port(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...5).contains(bytes.count), bytes.first != UInt8(ascii: "0"), bytes.allSatisfy(digits.contains) else { return nil }
        let number = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number <= 65_535 ? number : nil
    }

    /// A path segment of unreserved characters only, which nobody can write in a second way; `.` and `..` are none.
    static func isSegment(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isUnreserved) && bytes.contains { $0 != UInt8(ascii: ".") }
    }

    /// A query; it may be empty. Every `%` has its two hexadecimal digits.
    static func isQuery(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst(), let low = rest.popFirst(), nibble(high) != nil, nibble(low) != nil else { return false }
            } else if !isUnreserved(byte), !"!$&'()*+,;=:@/?".utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    /// The bytes that a valid query's name or value stands for.
    static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.popFirst().flatMap(nibble), let low = rest.popFirst().flatMap(nibble) {
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        lowercase.contains(byte) || uppercase.contains(byte) || digits.contains(byte) || "-._~".utf8.contains(byte)
    }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case digits: byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

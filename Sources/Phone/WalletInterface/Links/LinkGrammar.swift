// SPDX-License-Identifier: EUPL-1.2

/// The permitted characters of a URI: RFC 3986, appendix A, restricted to lower case where the RFC permits both.
enum LinkGrammar {
    static let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
    static let uppercase = UInt8(ascii: "A")...UInt8(ascii: "Z")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The longest host name and its longest label, in bytes (RFC 1035, 2.3.4).
    private static let longestHost = 253
    private static let longestLabel = 63

    /// Returns true for a scheme: a lower-case letter, then lower-case letters, digits, `+`, `-` and `.`.
    static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, lowercase.contains(first) else { return false }
        return bytes.allSatisfy { lowercase.contains($0) || digits.contains($0) || "+-.".utf8.contains($0) }
    }

    /// Returns true for a host name in lower-case ASCII: labels of letters, digits and inner hyphens, without a trailing dot. Bracketed
    /// addresses are not permitted.
    static func isHost(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.count <= longestHost else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...longestLabel).contains(label.count) && label.first != UInt8(ascii: "-")
                && label.suffix(1) != [UInt8(ascii: "-")]
                && label.allSatisfy { lowercase.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Parses a port in its shortest form, 1…65535; nil for any other text.
    static func port(_ bytes: some Collection<UInt8>) -> Int? {
        guard (1...5).contains(bytes.count), bytes.first != UInt8(ascii: "0"), bytes.allSatisfy(digits.contains) else { return nil }
        let number = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number <= 65_535 ? number : nil
    }

    /// Returns true for a path segment of unreserved characters, which has only one spelling; `.` and `..` are not permitted.
    static func isSegment(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isUnreserved) && bytes.contains { $0 != UInt8(ascii: ".") }
    }

    /// Returns true for a query, which may be empty. Every `%` has its two hexadecimal digits.
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

    /// Decodes a name or value of a valid query.
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

// SPDX-License-Identifier: EUPL-1.2

/// An `https` URL in canonical form: `https://host[:port][/path][?query]`, without user and fragment, at most 512 bytes.
///
/// The host is in lower case, at most 253 characters, with labels of letters, digits and hyphens. The port is present only if it is
/// not 443. The path consists of segments (`PathSegment`) without a trailing slash.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URL as text, which is the form of an address in JSON.
    public let text: String

    /// The URL itself: it is public.
    public var description: String { text }

    /// Reads the base URL of a service, to which paths are appended; nil if it has a query or is not acceptable.
    package init?(base text: String) {
        guard !text.utf8.contains(UInt8(ascii: "?")) else { return nil }
        self.init(text)
    }

    /// Reads a URL with or without query; nil if it is not acceptable.
    public init?(_ text: String) {
        let scheme = "https://"
        guard (scheme.utf8.count + 1...512).contains(text.utf8.count), text.hasPrefix(scheme) else { return nil }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        let authority = segments[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard HostName.isAcceptable(authority[0]), segments.dropFirst().allSatisfy(PathSegment.isAcceptable) else { return nil }
        if authority.count > 1, (authority[1].plainNumber(1...65_535) ?? 443) == 443 { return nil }
        if parts.count > 1, !Self.isQuery(parts[1]) { return nil }
        self.text = text
    }

    private static func isQuery(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { Character.isWord($0) || "-._~=&%+".utf8.contains($0) }
    }
}

extension WebAddress: Codable {
    /// Decodes a text.
    ///
    /// - Throws: `DecodingError` for a text that is no acceptable URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an https URL in canonical form")
        }
        self = address
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The rules for host names.
enum HostName {
    /// True for a host name or IPv4 address in lower case.
    static func isAcceptable(_ text: some StringProtocol) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { Character.isLowercase($0) || Character.isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}

/// The rules for one segment of a path.
enum PathSegment {
    /// True for 1 to 64 letters, digits and `-._~`, except `.` and `..`. Such a segment has only one spelling.
    static func isAcceptable(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { Character.isWord($0) || "-._~".utf8.contains($0) }
    }
}

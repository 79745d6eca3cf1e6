// SPDX-License-Identifier: EUPL-1.2

/// An `https` address in one spelling: `https://host[:port][/path][?query]`, without user and fragment.
///
/// Host in lower case, at most 253 characters, labels of letters, digits and hyphens; a port only when it is not 443; a path of segments
/// (`PathSegment`) without a slash at its end. At most 512 bytes.
package struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address.
    package let text: String

    /// The address itself: it is public.
    package var description: String { text }

    /// An address of a service, to which paths are added: without a query; nil for anything else.
    package init?(base text: String) {
        guard !text.utf8.contains(UInt8(ascii: "?")) else { return nil }
        self.init(text)
    }

    /// An address, with or without a query; nil for anything else.
    package init?(_ text: String) {
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

/// The name of a host.
enum HostName {
    /// Whether a text is a host's name, or an IPv4 address, in lower case.
    static func isAcceptable(_ text: some StringProtocol) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { Character.isLowercase($0) || Character.isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}

/// One segment of a path.
enum PathSegment {
    /// Whether a text is a segment: 1 to 64 letters, digits and `-._~`, other than `.` and `..`; nothing that could be spelled in two ways.
    static func isAcceptable(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { Character.isWord($0) || "-._~".utf8.contains($0) }
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// An absolute `https` URL without user, password and fragment, at most ``maximumBytes`` long (RFC 3986 §3, RFC 9110 §4.2.2).
///
/// Hosts are names or IPv4 addresses. The path segments `.` and `..` are refused, because clients resolve them. URLs are equal if their
/// texts are: issuer identifiers are compared without normalisation (OpenID4VCI §12.2.4).
public struct HTTPSURL: Sendable, CustomStringConvertible {
    /// Maximum size in bytes.
    public static let maximumBytes = 2048

    /// The URL as written.
    public let text: String
    /// The host as written.
    public let host: String
    /// The port; 443 by default.
    public let port: Int
    /// The path with its leading slash, or empty.
    public let path: String
    /// The part after the question mark; nil if absent.
    public let query: String?

    /// The URL as written.
    public var description: String { text }

    /// Parses a URL; nil if it is not acceptable.
    public init?(_ text: String) {
        let scheme = "https://"
        guard text.utf8.count <= Self.maximumBytes, text.hasPrefix(scheme), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let parts = text.dropFirst(scheme.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0]
        let authority = target.prefix { $0 != "/" }
        let path = target.dropFirst(authority.count)
        let hostAndPort = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = hostAndPort.first, Self.isHost(host), Self.isEscaped(path, further: "/"), !Self.hasDots(path) else { return nil }
        var port = 443
        if hostAndPort.count > 1 {
            guard let number = Self.port(hostAndPort[1]) else { return nil }
            port = number
        }
        if parts.count > 1 {
            guard Self.isEscaped(parts[1], further: "/?") else { return nil }
        }
        self.text = text
        self.host = String(host)
        self.port = port
        self.path = String(path)
        query = parts.count > 1 ? String(parts[1]) : nil
    }

    /// Parses another party's `htu`: without query and fragment (RFC 9449 §4.3), with its scheme in any case (RFC 3986 §3.1). Nil if it is
    /// not acceptable. Compare the ``normalizedTarget``.
    package init?(target text: String) {
        let scheme = "https://"
        let target = text.prefix { $0 != "?" && $0 != "#" }
        guard text.utf8.count <= Self.maximumBytes, target.prefix(scheme.count).lowercased() == scheme else { return nil }
        self.init(scheme + target.dropFirst(scheme.count))
    }

    /// Parses the address of a page for the browser, which may have a fragment, and leaves the fragment out. Nil if it is not acceptable,
    /// or if it is too long with its fragment.
    package init?(page text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        // The characters of a fragment are those of a query (RFC 3986 §3.4, §3.5).
        guard text.utf8.count <= Self.maximumBytes, parts.count == 1 || Self.isEscaped(parts[1], further: "/?") else { return nil }
        self.init(String(parts[0]))
    }

    /// `https://host[:port]` in lower case, without the default port.
    public var origin: String { "https://" + host.lowercased() + (port == 443 ? "" : ":\(port)") }

    /// The URL without its query, for `htu` of a DPoP proof (RFC 9449 §4.2).
    package var withoutQuery: String { query == nil ? text : String(text.prefix { $0 != "?" }) }

    /// Scheme, host, port and path in normal form (RFC 3986 §6.2.2, §6.2.3), for comparing `htu`.
    package var normalizedTarget: String { origin + (path.isEmpty ? "/" : Self.normalized(path)) }

    /// The URL of a well-known document; its name is inserted between host and path (RFC 8615, RFC 8414 §3.1, OpenID4VCI §12.2.2).
    package func wellKnown(_ name: String) -> String {
        String(text.prefix(text.count - path.count - (query.map { $0.count + 1 } ?? 0))) + "/.well-known/" + name + path
    }

    private static func isHost(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { $0.isWord || $0 == UInt8(ascii: "-") }
            }
    }

    private static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.first != "0", text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number <= 65_535
        else { return nil }
        return number
    }

    /// True if the text has permitted characters only, and two digits after each percent sign.
    private static func isEscaped(_ text: Substring, further: String) -> Bool {
        var digitsDue = 0
        for byte in text.utf8 {
            if digitsDue > 0 {
                guard byte.hexadecimal != nil else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsDue = 2
            } else if !byte.isWord && !"-._~!$&'()*+,;=:@".utf8.contains(byte) && !further.utf8.contains(byte) {
                return false
            }
        }
        return digitsDue == 0
    }

    private static func hasDots(_ path: Substring) -> Bool {
        path.lowercased().replacing("%2e", with: ".").split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    /// Writes escapes in upper case and removes unnecessary escapes.
    private static func normalized(_ path: String) -> String {
        var result: [UInt8] = []
        var bytes = Array(path.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%"), let high = bytes.popFirst()?.hexadecimal, let low = bytes.popFirst()?.hexadecimal else {
                result.append(byte)
                continue
            }
            let value = high << 4 | low
            if value.isUnreserved { result.append(value) } else { result += PercentEncoding.escape(value) }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension HTTPSURL: Hashable {
    /// True if both texts are the same.
    public static func == (left: HTTPSURL, right: HTTPSURL) -> Bool { left.text.isExactly(right.text) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension HTTPSURL: Codable {
    /// Decodes the text.
    ///
    /// - Throws: ``MalformedMessage``, or errors of the decoder.
    public init(from decoder: any Decoder) throws {
        guard let url = HTTPSURL(try decoder.singleValueContainer().decode(String.self)) else {
            throw MalformedMessage("not an https address")
        }
        self = url
    }

    /// Encodes the text.
    ///
    /// - Throws: errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

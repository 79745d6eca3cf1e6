// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A cookie as a server sets it (RFC 6265bis §5.6). Each cookie belongs to one host.
struct Cookie: Sendable, Hashable {
    /// When the cookie is sent with a cross-site request.
    enum SameSite: Sendable, Hashable {
        case strict, lax, none
    }

    /// The identity of a cookie in the jar.
    struct Key: Sendable, Hashable {
        let host, path, name: String
    }

    let key: Key
    let value: String
    let sameSite: SameSite
    /// The expiry; nil for a session cookie, which lasts until the phone is switched off.
    let expiresAt: Date?

    /// The longest field, in bytes.
    private static let longest = 4096

    /// Parses a `Set-Cookie` field; nil for a refused cookie: too long, with control characters, for another host, or in breach of its
    /// name's prefix.
    init?(_ field: String, from address: BrowserAddress, now: Date) {
        guard field.utf8.count <= Self.longest, field.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        guard let (name, value) = parts.first, let value, !name.isEmpty else { return nil }
        var attributes: [String: String] = [:]
        for (name, value) in parts.dropFirst() { attributes[name.lowercased()] = value ?? "" }
        // Cookies for a whole domain are not supported; a login does not need them.
        if let domain = attributes["domain"], domain.lowercased() != address.host { return nil }
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let isSecure = attributes["secure"] != nil
        if name.hasPrefix("__Secure-"), !isSecure { return nil }
        if name.hasPrefix("__Host-"), !isSecure || path != "/" || attributes["domain"] != nil { return nil }
        switch attributes["samesite"]?.lowercased() {
        case "strict": sameSite = .strict
        case "none":
            guard isSecure else { return nil }
            sameSite = .none
        default: sameSite = .lax
        }
        key = Key(host: address.host, path: path ?? Self.defaultPath(of: address), name: name)
        self.value = value
        if let age = attributes["max-age"].flatMap({ Double($0) }) {
            expiresAt = now.addingTimeInterval(min(age, 400 * 86_400))
        } else {
            expiresAt = attributes["expires"].flatMap(Self.date)
        }
    }

    /// Returns true if the cookie is sent with a request.
    func applies(to address: BrowserAddress, isFromSameSite: Bool, isGet: Bool, now: Date) -> Bool {
        guard key.host == address.host, !isExpired(now: now), Self.covers(key.path, address.path) else { return false }
        return switch sameSite {
        case .none: true
        case .lax: isFromSameSite || isGet
        case .strict: isFromSameSite
        }
    }

    func isExpired(now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }

    private static func pair(_ part: Substring) -> (name: String, value: String?) {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return (sides[0], sides.count > 1 ? sides[1] : nil)
    }

    private static func defaultPath(of address: BrowserAddress) -> String {
        guard let slash = address.path.lastIndex(of: "/"), slash > address.path.startIndex else { return "/" }
        return String(address.path[..<slash])
    }

    private static func covers(_ path: String, _ requested: String) -> Bool {
        requested == path || requested.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }

    /// Parses `Wed, 21 Oct 2026 07:28:00 GMT`, with spaces or hyphens.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text.replacing("-", with: " "))
    }
}

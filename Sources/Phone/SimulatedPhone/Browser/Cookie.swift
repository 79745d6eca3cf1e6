// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A cookie as a server sets it (RFC 6265bis §5.6). Each belongs to one host only.
struct Cookie: Sendable, Hashable {
    /// When it goes along with what another site has asked for.
    enum SameSite: Sendable, Hashable {
        case strict, lax, none
    }

    /// What it is kept under.
    struct Key: Sendable, Hashable {
        let host, path, name: String
    }

    let key: Key
    let value: String
    let sameSite: SameSite
    /// nil for one that lasts until the phone is switched off.
    let expiresAt: Date?

    /// The longest field, in bytes.
    private static let longest = 4096

    /// Reads a `Set-Cookie` field; nil for one that is refused: too long, with control characters, for another host, or not what its name
    /// promises.
    init?(_ field: String, from address: BrowserAddress, now: Date) {
        guard field.utf8.count <= Self.longest, field.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        guard let (name, value) = parts.first, let value, !name.isEmpty else { return nil }
        var attributes: [String: String] = [:]
        for (name, value) in parts.dropFirst() { attributes[name.lowercased()] = value ?? "" }
        // A host of several that share a domain is more than a login needs.
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

    /// Whether it goes along with a request.
    func applies(to address: BrowserAddress, isFromSameSite: Bool, isGet: Bool, now: Date) -> Bool {
        guard key.host == address.host, !isExpired(now: now), Self.covers(key.path, address.path) else { return false }
        return switch sameSite {
        case .none: true
        case .lax: isFromSameSite || isGet
        case .strict: isFromSameSite
        }
    }

    /// Whether its time is over.
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

    /// `Wed, 21 Oct 2026 07:28:00 GMT`, with spaces or hyphens.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text.replacing("-", with: " "))
    }
}

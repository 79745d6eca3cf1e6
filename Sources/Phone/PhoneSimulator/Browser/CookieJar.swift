// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The cookies of one phone, in memory. They last until the phone is switched off or replaced.
struct CookieJar: Sendable {
    /// The cookies, oldest first.
    private var cookies: [Cookie] = []

    /// The largest number of cookies for one host, and for all hosts.
    private static let mostOfHost = 50
    private static let most = 300

    /// Stores the cookies that a server sets and removes those it expires.
    ///
    /// - Parameter fields: the server's `Set-Cookie` fields.
    mutating func store(_ fields: [String], from address: BrowserAddress, now: Date) {
        for field in fields.prefix(Self.mostOfHost) {
            guard let cookie = Cookie(field, from: address, now: now) else { continue }
            cookies.removeAll { $0.key == cookie.key || $0.isExpired(now: now) }
            guard !cookie.isExpired(now: now) else { continue }
            let ofHost = cookies.filter { $0.key.host == address.host }
            if ofHost.count >= Self.mostOfHost, let oldest = ofHost.first { cookies.removeAll { $0.key == oldest.key } }
            cookies.append(cookie)
            cookies.removeFirst(max(0, cookies.count - Self.most))
        }
    }

    /// Returns the `Cookie` field of a request, the longest paths first; nil if there is none.
    ///
    /// - Parameters:
    ///   - initiator: the page that made the request; nil for a person or an app. Every host is a separate site.
    func field(for address: BrowserAddress, isGet: Bool, askedBy initiator: BrowserAddress?, now: Date) -> String? {
        let isFromSameSite = initiator.map { $0.host == address.host } ?? true
        let applying = cookies.filter { $0.applies(to: address, isFromSameSite: isFromSameSite, isGet: isGet, now: now) }
        let sorted = applying.enumerated().sorted {
            ($1.element.key.path.utf8.count, $0.offset) < ($0.element.key.path.utf8.count, $1.offset)
        }
        return sorted.isEmpty ? nil : sorted.map { "\($0.element.key.name)=\($0.element.value)" }.joined(separator: "; ")
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The cookies of one phone, in memory: they last until it is switched off or thrown away.
struct CookieJar: Sendable {
    /// Which phone's they are: whoever asked for a page on the one before has nothing to put in here.
    private(set) var phone = 0
    /// The oldest first.
    private var cookies: [Cookie] = []

    /// The most of one host, and of all.
    private static let mostOfHost = 50
    private static let most = 300

    /// Another phone takes this one's place.
    mutating func renew() {
        cookies = []
        phone += 1
    }

    /// Keeps what a server sets, and forgets what it takes back.
    ///
    /// - Parameter fields: its `Set-Cookie` fields.
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

    /// The `Cookie` field of a request, the longest paths first; nil for none.
    ///
    /// - Parameters:
    ///   - initiator: the page that asked for it; nil when a person or an app did. Every host is a site of its own.
    func field(for address: BrowserAddress, isGet: Bool, askedBy initiator: BrowserAddress?, now: Date) -> String? {
        let isFromSameSite = initiator.map { $0.host == address.host } ?? true
        let applying = cookies.filter { $0.applies(to: address, isFromSameSite: isFromSameSite, isGet: isGet, now: now) }
        let sorted = applying.enumerated().sorted {
            ($1.element.key.path.utf8.count, $0.offset) < ($0.element.key.path.utf8.count, $1.offset)
        }
        return sorted.isEmpty ? nil : sorted.map { "\($0.element.key.name)=\($0.element.value)" }.joined(separator: "; ")
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// The addresses of one GET request that follows redirects: at most three, to https only, never to the same address twice
/// (draft-ietf-oauth-status-list §8.1, RFC 9110 §15.4).
///
/// Only for documents whose contents are signed, such as status lists: a redirect may lead to another host. Never for a request with
/// secrets.
package struct RedirectTrail: Sendable {
    /// The greatest number of redirects.
    package static let maximum = 3

    private var visited: [HTTPSURL]

    /// A trail that starts at the address of the first request.
    package init(from start: HTTPSURL) { visited = [start] }

    /// Returns true for a status that names another address: 301, 302, 303, 307, 308.
    package static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Takes the next address from a redirect.
    ///
    /// - Parameter locations: the values of all fields `Location`.
    /// - Returns: nil if the redirect must not be followed.
    package mutating func next(_ locations: [String]) -> HTTPSURL? {
        guard visited.count <= Self.maximum, locations.count == 1, let current = visited.last,
            let next = Self.resolve(locations[0], at: current),
            !visited.contains(where: { $0.normalizedTarget == next.normalizedTarget && $0.query == next.query })
        else { return nil }
        visited.append(next)
        return next
    }

    /// Resolves a reference without its fragment (RFC 9110 §10.2.2, RFC 3986 §5.2). The segments `.` and `..` are refused, as in every
    /// address.
    private static func resolve(_ location: String, at base: HTTPSURL) -> HTTPSURL? {
        let reference = location.prefix { $0 != "#" }
        let scheme = "https://"
        if reference.prefix(scheme.count).lowercased() == scheme { return HTTPSURL("\(scheme)\(reference.dropFirst(scheme.count))") }
        if reference.hasPrefix("//") { return HTTPSURL("https:\(reference)") }
        if reference.hasPrefix("/") { return HTTPSURL("\(base.origin)\(reference)") }
        if reference.hasPrefix("?") { return HTTPSURL("\(base.withoutQuery)\(reference)") }
        // A colon in the first segment ends another scheme.
        guard !reference.isEmpty, !reference.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") else { return nil }
        let folder = base.path.lastIndex(of: "/").map { String(base.path[...$0]) } ?? "/"
        return HTTPSURL("\(base.origin)\(folder)\(reference)")
    }
}

// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import PIDIssuer
import Testing

/// The phone's browser: follows redirects, keeps cookies, fills in the login page.
struct LoginBrowser {
    /// The known servers.
    let origins: [String]
    /// The target of the login page's form.
    let login: String
    let fetch: Fetch
    /// The cookies by server.
    private var cookies: [String: [String: String]] = [:]

    init(origins: [String], login: String, fetch: @escaping Fetch) {
        (self.origins, self.login, self.fetch) = (origins, login, fetch)
    }

    /// Opens an address and logs in.
    ///
    /// - Returns: the first address outside the servers; nil when the way ends on a page.
    mutating func open(_ address: String, as person: String) async throws -> String? {
        var request: IssuanceRequest? = page(address)
        var isLoggedIn = false
        while let next = request {
            let response = try await send(next)
            if response.status == 303, let location = response.headers.values("Location").first {
                request = page(location)
                if request == nil { return location }
                continue
            }
            let text = String(decoding: response.body, as: UTF8.self)
            guard !isLoggedIn, response.status == 200, let found = text.firstMatch(of: /name="login" value="([^"]+)"/)?.output.1 else {
                return nil
            }
            isLoggedIn = true
            let form = FormParameters([("login", String(found)), ("outcome", "success"), ("person", person)])
            request = IssuanceRequest(
                method: .post, url: try #require(HTTPSURL(login + "/login")),
                headers: HeaderFields([.init("Content-Type", FormParameters.mediaType)]), body: Array(form.encoded.utf8))
        }
        return nil
    }

    private func page(_ address: String) -> IssuanceRequest? {
        guard let url = HTTPSURL(address), origins.contains(url.origin) else { return nil }
        return IssuanceRequest(method: .get, url: url)
    }

    private mutating func send(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        var request = request
        if let cookies = cookies[request.url.origin], !cookies.isEmpty {
            request.headers.append("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        let response = try await fetch(request)
        for cookie in response.headers.values("Set-Cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            cookies[request.url.origin, default: [:]][pair[0]] = pair[1]
        }
        return response
    }
}

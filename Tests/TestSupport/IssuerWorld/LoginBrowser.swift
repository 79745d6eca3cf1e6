// SPDX-License-Identifier: EUPL-1.2

package import OpenID4VCI

/// The phone's browser: follows redirects, stores cookies, fills in the login page.
package struct LoginBrowser: Sendable {
    private let fetch: @Sendable (IssuanceRequest) async throws -> IssuanceResponse
    /// The cookies by host and port.
    private var cookies: [String: [String: String]] = [:]

    package init(_ fetch: @escaping @Sendable (IssuanceRequest) async throws -> IssuanceResponse) { self.fetch = fetch }

    package struct Stuck: Error {
        let status: Int
        let page: String
    }

    /// Opens an address and follows redirects until one leads to neither server.
    ///
    /// - Parameter person: the person to choose; nil cancels.
    /// - Throws: ``Stuck`` if they end on a page.
    package mutating func open(_ address: String, as person: String?, outcome: String = "success") async throws -> String {
        let page = try await follow(address)
        switch page {
        case .left(let address): return address
        case .page(let text):
            let answer = try await submit(login: try Self.login(in: text), as: person, outcome: outcome)
            guard case .left(let address) = answer else { throw Stuck(status: 200, page: "a page after the login") }
            return address
        }
    }

    /// Opens an address that leads to the login page. Returns the id of the login in the page's form.
    ///
    /// - Throws: ``Stuck`` if the address leads elsewhere.
    package mutating func openLogin(_ address: String) async throws -> String {
        switch try await follow(address) {
        case .left(let address): throw Stuck(status: 303, page: address)
        case .page(let text): try Self.login(in: text)
        }
    }

    private static func login(in page: String) throws -> String {
        guard let login = page.firstMatch(of: /name="login" value="([^"]+)"/)?.output.1 else { throw Stuck(status: 200, page: page) }
        return String(login)
    }

    package enum Place: Sendable {
        case page(String)
        case left(String)
    }

    /// Opens an address and follows its redirects.
    package mutating func follow(_ address: String) async throws -> Place {
        guard let url = HTTPSURL(address), [WorldIssuer.url.origin, WorldIssuer.login.origin].contains(url.origin) else {
            return .left(address)
        }
        return try await go(IssuanceRequest(method: .get, url: url))
    }

    package mutating func submit(login: String, as person: String?, outcome: String) async throws -> Place {
        let form = FormParameters([
            ("login", login), ("outcome", outcome), ("person", person), ("cancel", person == nil ? "1" : nil),
        ])
        return try await go(
            IssuanceRequest(
                method: .post, url: WorldIssuer.address(WorldIssuer.login.text + "/login"),
                headers: HeaderFields([.init("Content-Type", FormParameters.mediaType)]), body: Array(form.encoded.utf8)))
    }

    private mutating func go(_ request: IssuanceRequest) async throws -> Place {
        var request = request
        if let cookies = cookies[request.url.origin], !cookies.isEmpty {
            request.headers.append("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "))
        }
        let response = try await fetch(request)
        for cookie in response.headers.values("Set-Cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            cookies[request.url.origin, default: [:]][pair[0]] = pair[1]
        }
        let page = String(decoding: response.body, as: UTF8.self)
        switch response.status {
        case 303: return try await follow(response.headers.values("Location").first ?? "")
        case 200: return .page(page)
        default: throw Stuck(status: response.status, page: page)
        }
    }
}

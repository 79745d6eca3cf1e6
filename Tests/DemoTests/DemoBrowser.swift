// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import OpenID4VCI
import PIDIssuer
import Testing
import WalletConfiguration

@testable import wallet

/// A browser for the demo's issuer and login provider: follows redirects, keeps cookies, and logs in as a test person.
struct DemoBrowser {
    let stage: DemoStage

    /// The person who logs in.
    private static let person = "999991772"

    /// Opens an address and logs in.
    ///
    /// - Returns: the first address outside the demo's servers, which belongs to the app.
    func open(_ address: String) async throws -> String {
        let fetch = try PinnedFetch(roots: stage.issuer.address().address.tlsRoots, timeout: Timeouts.patient.login) { [stage] in
            stage.resolve($0)
        }
        let login = stage.issuer.loginPort.name.url
        let origins = [stage.issuer.port.name.url, login]
        var cookies: [String: String] = [:]
        var request = IssuanceRequest(method: .get, url: try #require(HTTPSURL(address)))
        // Some steps more than a login has.
        for _ in 0..<12 {
            if let cookie = cookies[request.url.origin] { request.headers.append("Cookie", cookie) }
            let response = try await fetch(request)
            for cookie in response.headers.values("Set-Cookie") { cookies[request.url.origin] = String(cookie.prefix { $0 != ";" }) }
            if response.status == 303, let next = response.headers.values("Location").first {
                guard let url = HTTPSURL(next), origins.contains(url.origin) else { return next }
                request = IssuanceRequest(method: .get, url: url)
                continue
            }
            let page = String(decoding: response.body, as: UTF8.self)
            let field = try #require(page.firstMatch(of: /name="login" value="([^"]+)"/)?.output.1, "no login page: \(response.status)")
            let form = FormParameters([("login", String(field)), ("outcome", "success"), ("person", Self.person)])
            request = IssuanceRequest(
                method: .post, url: try #require(HTTPSURL(login + "/login")),
                headers: HeaderFields([.init("Content-Type", FormParameters.mediaType)]), body: Array(form.encoded.utf8))
        }
        throw Endless()
    }

    /// The redirects do not end.
    private struct Endless: Error {}
}

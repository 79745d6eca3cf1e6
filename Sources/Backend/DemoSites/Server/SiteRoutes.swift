// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit
import WebPages

/// The routes of one site.
struct SiteRoutes: Sendable {
    let site: DemoSite
    let pages: SitePages
    let sites: DemoSites

    /// Without `form-action`: browsers would apply it to the redirect to the verifier.
    static let headers = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "style-src 'self'", "img-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ])

    func add(to router: Router<ServiceContext>) {
        let path = "/\(site.rawValue)"
        router.get(RouterPath(path)) { request, _ in
            let language = Self.language(of: request)
            return Self.response(.ok, pages.start(in: language), language)
        }
        let styleSheet = ByteBuffer(bytes: pages.styleSheet.bytes)
        router.get(RouterPath(path + "/site.css")) { [type = pages.styleSheet.mediaType] _, _ in
            Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: styleSheet))
        }
        router.post(RouterPath(path + "/start")) { request, _ in try await start(request) }
        router.get(RouterPath(path + "/return")) { request, _ in try await comeBack(request) }
        // The registration names this address.
        router.get(RouterPath(path + "/privacy")) { request, _ in message(.privacy(site), .ok, request) }
        router.get(RouterPath(path + "/done")) { request, _ in done(request) }
    }

    /// Begins a session and sends the browser to the verifier's page. The cookie is always a new one.
    private func start(_ request: Request) async throws -> Response {
        let created: SiteVerifier.Created
        do throws(VerifierTrouble) {
            guard let verifier = sites.verifiers[site] else { throw VerifierTrouble() }
            created = try await verifier.create()
        } catch {
            return message(.unavailable, .serviceUnavailable, request)
        }
        let browser = sites.newBrowser()
        sites.sessions.add(created, of: site, for: browser, at: sites.now)
        var response = Response(status: .seeOther, headers: [.location: created.page])
        // Lax, because the browser comes back from a wallet or from the verifier, which are other sites.
        response.setCookie(Cookie(name: site.cookie, value: browser, path: "/", secure: true, httpOnly: true, sameSite: .lax))
        return response
    }

    /// The browser came back. Only the browser that began gets the result, and on the same device only with the code of its wallet.
    private func comeBack(_ request: Request) async throws -> Response {
        guard let browser = request.cookies[site.cookie]?.value,
            let entry = sites.sessions.entry(of: browser, at: site, now: sites.now), let verifier = sites.verifiers[site]
        else { return message(.otherBrowser, .forbidden, request) }
        // The code does not stay in the address bar.
        let done = Response(status: .seeOther, headers: [.location: "done"])
        guard entry.outcome == nil else { return done }
        do throws(VerifierTrouble) {
            let state = try await verifier.state(of: entry.session)
            if let outcome = SiteOutcome(state: state) {
                sites.sessions.set(outcome, for: browser)
                return done
            }
            guard state == "answered" else { return message(.waiting, .ok, request, next: SiteLink(address: entry.page)) }
            let code = request.uri.queryParameters["response_code"].map { String($0) }
            switch try await verifier.result(of: entry.session, responseCode: code) {
            case .claims(let claims):
                sites.sessions.set(SiteOutcome(claims, at: site), for: browser)
                return done
            case .refused:
                // Another request of this browser may have read it at the same time.
                let isKnown = sites.sessions.entry(of: browser, at: site, now: sites.now)?.outcome != nil
                return isKnown ? done : message(.notConfirmed, .forbidden, request)
            }
        } catch {
            return message(.unavailable, .serviceUnavailable, request)
        }
    }

    private func done(_ request: Request) -> Response {
        guard let outcome = sites.sessions.entry(of: request.cookies[site.cookie]?.value, at: site, now: sites.now)?.outcome else {
            return message(.otherBrowser, .forbidden, request)
        }
        let language = Self.language(of: request)
        return Self.response(.ok, pages.outcome(outcome, in: language), language)
    }

    private func message(
        _ message: SiteMessage, _ status: HTTPResponse.Status, _ request: Request, next: SiteLink? = nil
    ) -> Response {
        let language = Self.language(of: request)
        return Self.response(status, pages.message(message, in: language, next: next), language)
    }

    private static func language(of request: Request) -> SiteLanguage { SiteLanguage(acceptLanguage: request.headers[.acceptLanguage]) }

    private static func response(_ status: HTTPResponse.Status, _ page: String, _ language: SiteLanguage) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: language.rawValue, .vary: "Accept-Language, Cookie",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
}

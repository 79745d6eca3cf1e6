// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import ServerKit
import WalletVerifier

extension VerifierRoutes {
    /// Adds the routes for the browser of a person.
    func addBrowsers(to router: Router<VerifierContext>) {
        router.get(RouterPath(VerifierEndpoint.page.rawValue)) { request, context in
            let (token, known) = (try token(in: context), PresentationCookie.value(in: request))
            let browser = known ?? desk.newBrowser()
            let view = try await Deadline.$current.withValue(deadline()) { try await desk.page(token, browser: browser) }
            var response = answer(with: view, token, in: context)
            if known == nil { response.setCookie(PresentationCookie.cookie(browser)) }
            return response
        }
        router.get(RouterPath(VerifierEndpoint.status.rawValue)) { request, context in
            let token = try token(in: context)
            // The page has set the cookie, so a browser without it is another one.
            guard let browser = PresentationCookie.value(in: request) else {
                throw VerifierProblem(DeskError.refused(DeskRefusal(.otherBrowser)))
            }
            let view = try await Deadline.$current.withValue(deadline()) { try await desk.page(token, browser: browser) }
            return Response.json(.ok, view.json(token, timeLeft: pages.timeLeft(view, in: context.language)))
        }
        router.get(RouterPath(VerifierEndpoint.done.rawValue)) { request, context in
            let token = try token(in: context)
            guard let code = request.uri.queryParameters["response_code"].map({ String($0) }) else { throw VerifierProblem.malformed }
            let browser = PresentationCookie.value(in: request)
            _ = try await Deadline.$current.withValue(deadline()) {
                try await desk.arrive(token, browser: browser, responseCode: code)
            }
            // The code does not stay in the address bar.
            return Response(status: .seeOther, headers: [.location: "/s/\(token)"])
        }
        router.get(RouterPath(VerifierEndpoint.code.rawValue)) { request, context in
            let token = try token(in: context)
            guard let value = request.uri.queryParameters["e"].map({ String($0) }) else { throw VerifierProblem.malformed }
            let link = try await Deadline.$current.withValue(deadline()) { try await desk.crossDeviceLink(token, ephemeral: value) }
            guard let picture = QRCode(link)?.png else { throw VerifierProblem(status: .internalServerError, code: "unexpected") }
            return Response(
                status: .ok, headers: [.contentType: QRCode.mediaType], body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture)))
        }
    }

    /// The page; after an answer the browser goes on, also without script.
    private func answer(with view: PageView, _ token: String, in context: VerifierContext) -> Response {
        if view.state == .answered, let next = view.next { return Response(status: .seeOther, headers: [.location: next]) }
        return pages.session(view, token: token, in: context).response()
    }

    private func token(in context: VerifierContext) throws -> String { try token("page", in: context) }
}

extension PageView {
    /// The body for the page's script:
    /// `{state, time_left?, same_device?: {link, renew_after}, cross_device?: {picture, renew_after}, next?}`.
    ///
    /// - Parameters:
    ///   - token: the page token.
    ///   - timeLeft: the time until the session ends, in words; for an open session.
    func json(_ token: String, timeLeft: String) -> JSONObject {
        var json: JSONObject = ["state": .string(state.rawValue)]
        if state.isOpen { json.append("time_left", .string(timeLeft)) }
        if let sameDevice {
            json.append("same_device", ["link": .string(sameDevice.text), "renew_after": .integer(sameDevice.renewAfter)])
        }
        if let crossDevice {
            json.append(
                "cross_device",
                ["picture": .string(crossDevice.picture(onPage: token)), "renew_after": .integer(crossDevice.renewAfter)])
        }
        if let next { json.append("next", .string(next)) }
        return json
    }
}

extension WalletLink {
    /// The path of the picture with this link, on the page with this token.
    func picture(onPage token: String) -> String { "/s/\(token)/code.png?e=\(ephemeral)" }
}

// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ProviderProtocol
import ServerKit
import WebPages

/// The portal's routes. They are stateless, so any replica can answer any request.
struct PortalRoutes: Sendable {
    let configuration: PortalConfiguration
    let forms: FormToken
    let outcomes: OutcomeToken
    let limiter: any TryLimiter
    let pages: PageMaker
    let assets: [String: AssetFile]
    let clock: @Sendable () -> Date
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let logger: Logger
    let timeouts: Timeouts
    let observe: @Sendable (AnsweredRequest) -> Void
    let revoke: @Sendable (RevocationCode) async throws -> PortalOutcome

    private var cookies: PortalCookies { PortalCookies(isSecure: configuration.origin.isSecure) }

    func router() -> Router<PortalContext> {
        let router = Router(context: PortalContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: LanguageMiddleware(cookies: cookies, offered: configuration.skin.offered))
        router.add(
            middleware: AnswerMiddleware(
                logger: logger, headers: { PageHeaders.portal.add(to: &$0) }, observe: observe, refuse: { errorAnswer(to: $0, in: $1) }))
        for (path, file) in assets {
            let body = ByteBuffer(bytes: file.bytes)
            router.get(RouterPath(path)) { _, _ in
                Response(status: .ok, headers: [.contentType: file.mediaType], body: ResponseBody(byteBuffer: body))
            }
        }
        router.get(PortalPath.form) { form(for: $0, in: $1) }
        router.post(RouterPath(PortalPath.form.rawValue)) { request, context in try await submit(request, in: context) }
        router.get(PortalPath.result) { result(for: $0, in: $1) }
        router.get(PortalPath.cancelled) { pages.cancelled(in: $1).response() }
        router.get(PortalPath.help) { pages.help(backTo: .form, in: $1).response() }
        router.get(PortalPath.resultHelp) { pages.help(backTo: .result, in: $1).response() }
        return router
    }

    private func errorAnswer(to error: any Error, in context: PortalContext) -> ErrorAnswer {
        let problem = PortalProblem(error)
        return ErrorAnswer(
            pages.response(to: problem, in: context), problem: problem.name,
            metadata: problem == .unexpected ? ["error_type": "\(type(of: error))"] : [:])
    }

    /// UC10.1/1.1
    private func form(for request: Request, in context: PortalContext) -> Response {
        // A browser keeps its id, so that forms in several of its tabs can all be submitted.
        let known = cookies.value(.form, in: request).flatMap { BrowserID(parsing: $0) }
        let browser = known ?? BrowserID(randomBytes: randomBytes)
        let token = forms.issue(for: browser, until: clock() + configuration.formLifetime / .seconds(1))
        let isEmptyNoticed = request.uri.queryParameters["field"] == "empty"
        var response = pages.form(token: token, isEmptyNoticed: isEmptyNoticed, in: context).response()
        PageHeaders.letFormNameItsOrigin(&response.headers)
        if known == nil { response.setCookie(cookies.cookie(.form, browser.text)) }
        return response
    }

    /// UC10.1/1.1a and 1.1c. A form that is not from the portal costs no try, so that it cannot use up the tries of its visitor.
    private func submit(_ request: Request, in context: PortalContext) async throws -> Response {
        guard OriginCheck(origin: configuration.origin).isOurs(request) else { throw PortalProblem.formNotAccepted }
        let form = try await SubmittedForm(request)
        guard let browser = cookies.value(.form, in: request).flatMap({ BrowserID(parsing: $0) }),
            forms.isGood(form.token, from: browser, now: clock())
        else { throw PortalProblem.formNotAccepted }
        if form.isEmpty { return Self.redirect(to: PortalPath.form.rawValue + "?field=empty") }
        let found = try await Deadline.$current.withValue(timeouts.deadline()) {
            try await takeTry(of: request, in: context)
            return try await outcome(of: form.code, in: context)
        }
        let sealed = outcomes.seal(found, until: clock() + configuration.outcomeLifetime / .seconds(1))
        // The answer is the same for every code that revokes nothing. A reload then requests only the outcome.
        var response = Self.redirect(to: PortalPath.result.rawValue)
        response.setCookie(cookies.cookie(.outcome, sealed, for: configuration.outcomeLifetime))
        return response
    }

    /// UC10.1/1.2 or 2.1
    private func result(for request: Request, in context: PortalContext) -> Response {
        switch cookies.value(.outcome, in: request).flatMap({ outcomes.open($0, now: clock()) }) {
        case .revoked(let instant): pages.revoked(at: instant, in: context).response()
        case .unknown: pages.refused(in: context).response()
        case nil: Self.redirect(to: PortalPath.form.rawValue)
        }
    }

    /// Redirects to a page that can be reloaded without sending the form again.
    private static func redirect(to address: String) -> Response { Response(status: .seeOther, headers: [.location: address]) }

    private func takeTry(of request: Request, in context: PortalContext) async throws {
        let addressBucket = configuration.trustedProxies.addressBucket(of: context.remoteAddress, headers: request.headers)
        let allowance: Allowance
        do {
            allowance = try await limiter.take(addressBucket, now: clock())
        } catch {
            throw unavailable("try_limiter", error, context)
        }
        if case .refused(let duration) = allowance { throw PortalProblem.tooManyTries(retryAfter: duration) }
    }

    private func outcome(of code: RevocationCode?, in context: PortalContext) async throws -> PortalOutcome {
        guard let code else { return .unknown }
        do {
            return try await revoke(code)
        } catch {
            throw unavailable("revocation", error, context)
        }
    }

    /// Logs only the type of the error, because its text may contain received data.
    private func unavailable(_ part: String, _ error: any Error, _ context: PortalContext) -> PortalProblem {
        logger.error(
            "failure",
            metadata: ["part": "\(part)", "error_type": "\(type(of: error))", "correlation_id": "\(context.correlationID)"])
        return .unavailable
    }
}

extension Router<PortalContext> {
    fileprivate func get(_ path: PortalPath, _ answer: @escaping @Sendable (Request, PortalContext) -> Response) {
        get(RouterPath(path.rawValue)) { request, context in answer(request, context) }
    }
}

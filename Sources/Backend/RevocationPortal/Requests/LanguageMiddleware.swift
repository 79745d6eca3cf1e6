// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird

/// Determines the language of each request, and stores a language that the visitor chose.
struct LanguageMiddleware: RouterMiddleware {
    let cookies: PortalCookies
    /// The languages of the pages, at least one.
    let offered: [PortalLanguage]

    @concurrent
    func handle(
        _ request: Request, context: PortalContext, next: @concurrent (Request, PortalContext) async throws -> Response
    ) async throws -> Response {
        let chosen = request.uri.queryParameters["lang"].flatMap { PortalLanguage(String($0), of: offered) }
        var context = context
        context.language =
            chosen ?? cookies.value(.language, in: request).flatMap { PortalLanguage($0, of: offered) }
            ?? PortalLanguage(acceptLanguage: request.headers[.acceptLanguage], of: offered)
        var response = try await next(request, context)
        // The cookie contains the tag of an offered language, never text from the request.
        if let chosen { response.setCookie(cookies.cookie(.language, chosen.rawValue, for: .seconds(365 * 86_400))) }
        return response
    }
}

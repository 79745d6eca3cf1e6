// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird

/// Determines the language of each request: of the query (`lang`), otherwise the browser's.
struct LanguageMiddleware: RouterMiddleware {
    @concurrent
    func handle(
        _ request: Request, context: VerifierContext, next: @concurrent (Request, VerifierContext) async throws -> Response
    ) async throws -> Response {
        let chosen = request.uri.queryParameters["lang"].flatMap { PageLanguage(rawValue: String($0)) }
        var context = context
        context.language = chosen ?? PageLanguage(acceptLanguage: request.headers[.acceptLanguage])
        return try await next(request, context)
    }
}

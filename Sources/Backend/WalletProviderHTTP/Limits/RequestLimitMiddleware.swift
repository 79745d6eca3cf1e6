// SPDX-License-Identifier: EUPL-1.2

import Hummingbird

/// Middleware that counts every request before its body is read.
struct RequestLimitMiddleware: RouterMiddleware {
    let limiter: RequestLimiter

    @concurrent
    func handle(
        _ request: Request, context: ProviderContext,
        next: @concurrent (Request, ProviderContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.addressBucket = limiter.addressBucket(of: context.remoteAddress, headers: request.headers)
        try limiter.takeRequest(of: context.addressBucket)
        return try await next(request, context)
    }
}

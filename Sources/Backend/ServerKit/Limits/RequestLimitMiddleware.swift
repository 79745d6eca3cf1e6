// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird

/// A request context with the key under which the client's requests are counted.
package protocol LimitedContext: RemoteAddressRequestContext {
    /// The key; empty until `RequestLimitMiddleware` sets it. It has no other use and is never logged.
    var addressBucket: String { get set }
}

/// Middleware that counts every request before its body is read.
package struct RequestLimitMiddleware<Context: LimitedContext>: RouterMiddleware {
    private let limiter: RequestLimiter

    /// Creates the middleware.
    package init(limiter: RequestLimiter) { self.limiter = limiter }

    /// Sets the context's key and takes a token for the request.
    ///
    /// - Throws: `TooManyRequests` if no token is left; errors of `next`.
    @concurrent
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.addressBucket = limiter.addressBucket(of: context.remoteAddress, headers: request.headers)
        try limiter.takeRequest(of: context.addressBucket)
        return try await next(request, context)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import WebPages

/// Adds the security headers to every response; errors become bare status codes.
struct SecurityHeaders: RouterMiddleware {
    let address: ServedAddress
    /// The addresses of each browser's frame.
    let frames: [FrameAddresses]

    @concurrent
    func handle(
        _ request: Request, context: BasicRequestContext, next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let refusal as Refusal {
            response = Response(status: refusal.status)
        } catch is NIOTooManyBytesError {
            response = Response(status: .contentTooLarge)
        } catch let error as any HTTPResponseError {
            response = Response(status: error.status)
        } catch let error as HTTPParserError {
            // The framework answers 400 and closes the connection.
            throw error
        } catch {
            response = Response(status: .internalServerError)
        }
        // A path without a key belongs to no frame: its response must not name one.
        if let frame = frames.first(where: { request.uri.path.hasPrefix($0.base) }) {
            headers(of: frame).add(to: &response.headers)
            // The frame has an origin of its own. The policy's frame-ancestors takes the place of X-Frame-Options.
            for (name, value) in [
                ("X-Frame-Options", nil), ("Origin-Agent-Cluster", nil), ("Cross-Origin-Resource-Policy", "cross-origin"),
            ] {
                if let name = HTTPField.Name(name) { response.headers[name] = value }
            }
        } else {
            headers.add(to: &response.headers)
        }
        return response
    }

    private var headers: PageHeaders {
        PageHeaders(contentSecurityPolicy: Self.policy + ["frame-src \(address.origin)\(FrameAddresses.root)"])
    }

    /// The policy of the untrusted page in a browser: styles and images through its own relay, forms to that relay, nothing else.
    private func headers(of frame: FrameAddresses) -> PageHeaders {
        let relay = address.origin + frame.base
        return PageHeaders(contentSecurityPolicy: [
            "default-src 'none'", "style-src \(relay) 'unsafe-inline'", "img-src \(relay) data:", "form-action \(relay)", "base-uri 'none'",
            "frame-ancestors \(address.origin)", "sandbox allow-forms",
        ])
    }

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "worker-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types wallet",
    ]
}

/// A response without a body: the request was refused and changed nothing.
struct Refusal: Error, Hashable {
    let status: HTTPResponse.Status

    init(_ status: HTTPResponse.Status) {
        self.status = status
    }
}

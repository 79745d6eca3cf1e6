// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import Logging
import NIOCore
import ProviderProtocol
import StatusList
package import WalletProvider

/// The provider's addresses as routes.
///
/// Every refusal is a problem document of the protocol's list. What the framework refuses (a body above 64 KiB, another method, an address that
/// does not exist) is answered 400 `malformed_request`, because the list has no 404, 405 or 413.
///
/// - SeeAlso: the protocol page, Errors.
package struct ProviderRoutes: Sendable {
    /// The most bytes that a body may have.
    package static let maximumBodyBytes = 64 * 1024

    let provider: WalletProvider
    let limiter: RequestLimiter
    let logger: Logger
    let correlationID: @Sendable () -> String

    /// The routes of a provider.
    ///
    /// - Parameters:
    ///   - limiter: says which requests are too many.
    ///   - logger: gets one line a request; no body, header, address, wallet or key is ever in it.
    ///   - correlationID: a new name for every request, which the log line and an answer 500 have in common.
    package init(
        provider: WalletProvider, limiter: RequestLimiter, logger: Logger, correlationID: @escaping @Sendable () -> String
    ) {
        self.provider = provider
        self.limiter = limiter
        self.logger = logger
        self.correlationID = correlationID
    }

    /// A router with these routes and nothing else.
    package func router() -> Router<ProviderContext> {
        let router = Router(context: ProviderContext.self)
        router.add(middleware: ProblemMiddleware(logger: logger, correlationID: correlationID))
        router.add(middleware: RequestLimitMiddleware(limiter: limiter))
        post(.enroll, on: router, isRegistration: true) { try await $0.enroll($1) }
        post(.createWallet, on: router, isRegistration: true, status: .created) { try await $0.createWallet($1) }
        post(.challenge, on: router) { try await $0.issueChallenge($1) }
        for instruction in Instruction.allCases where instruction.takesChallenge {
            post(.instruction(instruction), on: router) { try await $0.perform(instruction, $1) }
        }
        router.get(RouterPath(Endpoint.keys.path)) { [provider] _, _ in
            Response.json(.ok, try await provider.publicKeys())
        }
        router.get("/api/v1/status-lists/:number") { [provider] _, context in
            let list = try await provider.attestationStatusList(context.parameters.get("number") ?? "")
            var response = Response.json(.ok, type: StatusListToken.mediaType, list)
            // Anybody may keep it on the way for a moment; its own `ttl` says how long its readers may.
            response.headers[.cacheControl] = "public, max-age=\(WalletProvider.statusListRenewal)"
            return response
        }
        return router
    }

    private func post(
        _ endpoint: Endpoint, on router: Router<ProviderContext>, isRegistration: Bool = false, status: HTTPResponse.Status = .ok,
        _ handler: @escaping @Sendable (WalletProvider, [UInt8]) async throws -> [UInt8]
    ) {
        router.post(RouterPath(endpoint.path)) { [provider, limiter] request, context in
            if isRegistration { try limiter.takeRegistration(of: context.household) }
            let body: ByteBuffer
            do {
                body = try await request.body.collect(upTo: Self.maximumBodyBytes)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // Too large, not HTTP any more, or the phone is gone: no fault of ours.
                throw ProviderProblem.malformedRequest
            }
            return Response.json(status, try await handler(provider, Array(body.readableBytesView)))
        }
    }
}

extension Response {
    /// A document that is not to be kept by anyone on the way.
    static func json(_ status: HTTPResponse.Status, type: String = "application/json", _ body: [UInt8]) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

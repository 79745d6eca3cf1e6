// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Hummingbird
package import Logging
import NIOCore
import ProviderProtocol
package import ServerKit
import StatusList
package import WalletProvider

/// The provider's routes.
///
/// Every error is answered with a problem document of the protocol's list. Errors of the framework (a body above 64 KiB, an unsupported
/// method, an unknown path) become 400 `malformed_request`, because the list has no 404, 405 or 413.
///
/// - SeeAlso: ProviderProtocol.docc, *Problems*.
package struct ProviderRoutes: Sendable {
    /// The maximum size of a body, in bytes.
    package static let maximumBodyBytes = 64 * 1024

    let provider: WalletProvider
    let limiter: RequestLimiter
    let logger: Logger
    let correlationID: (@Sendable () -> String)?
    let timeouts: Timeouts
    let work: OngoingWork
    let observe: @Sendable (AnsweredRequest) -> Void

    /// Creates the routes of a provider.
    ///
    /// - Parameters:
    ///   - limiter: limits the number of requests.
    ///   - timeouts: the time limits of answers. A wait may exceed its limit by a tenth.
    ///   - logger: receives one line per request, and one for a PIN that is verified after its request was answered. Bodies, headers,
    ///     addresses, wallets and keys are never logged.
    ///   - correlationID: returns a new id for each request, used in the log line, the answer's header and an answer 500; nil for random
    ///     ids.
    ///   - work: runs the requests' work, which may continue after the answer. The owner of the routes must run it.
    ///   - observe: receives the metrics of each request.
    package init(
        provider: WalletProvider, limiter: RequestLimiter, timeouts: Timeouts, logger: Logger,
        correlationID: (@Sendable () -> String)? = nil, work: OngoingWork = OngoingWork(),
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }
    ) {
        self.provider = provider
        self.limiter = limiter
        self.logger = logger
        self.observe = observe
        self.correlationID = correlationID
        self.timeouts = timeouts
        self.work = work
    }

    /// Returns a router with only these routes.
    package func router() -> Router<ProviderContext> {
        let router = Router(context: ProviderContext.self)
        router.add(
            middleware: AnswerMiddleware(
                logger: logger, correlationID: correlationID, headers: { StandardHeaders.add(to: &$0) }, observe: observe,
                refuse: ProviderErrorAnswers.answer(to:in:)))
        router.add(middleware: RequestLimitMiddleware<ProviderContext>(limiter: limiter))
        post(.enroll, on: router, isRegistration: true) { provider, body, _ in try await provider.enroll(body) }
        post(.createWallet, on: router, isRegistration: true, status: .created) { provider, body, _ in
            try await provider.createWallet(body)
        }
        router.get(RouterPath(Endpoint.beacon.path)) { [provider] _, _ in
            Response.json(.ok, try await inTime { try await provider.beacon() })
        }
        for instruction in Instruction.allCases where instruction.hasRoute {
            post(.instruction(instruction), on: router) { [logger] provider, body, context in
                try await provider.perform(instruction, body) { Self.note($0, of: context, logger) }
            }
        }
        router.get(RouterPath(Endpoint.keys.path)) { [provider] _, _ in
            Response.json(.ok, try await inTime { try await provider.publicKeys() })
        }
        router.get(RouterPath(ProviderDescription.path)) { _, _ in Response.json(.ok, ProviderDescription.document) }
        router.get("/api/v1/status-lists/:number") { [provider] _, context in
            let number = context.parameters.get("number") ?? ""
            let list = try await inTime { try await provider.attestationStatusList(number) }
            var response = Response.json(.ok, type: StatusListToken.mediaType, list)
            // Proxies may cache the list briefly; its `ttl` limits caching by clients.
            response.headers[.cacheControl] = "public, max-age=\(WalletProvider.statusListRenewal)"
            return response
        }
        return router
    }

    private func post(
        _ endpoint: Endpoint, on router: Router<ProviderContext>, isRegistration: Bool = false, status: HTTPResponse.Status = .ok,
        _ handler: @escaping @Sendable (WalletProvider, [UInt8], ProviderContext) async throws -> [UInt8]
    ) {
        router.post(RouterPath(endpoint.path)) { [provider, limiter] request, context in
            if isRegistration { try limiter.takeCostly(of: context.addressBucket) }
            let body = try await request.boundedBody(upTo: Self.maximumBodyBytes)
            return Response.json(status, try await inTime { try await handler(provider, body, context) })
        }
    }

    /// Adds the verdict on a PIN to the request's log line, or logs it alone if the request was answered before, at its deadline.
    private static func note(_ event: ProviderEvent, of context: ProviderContext, _ logger: Logger) {
        guard case .pinVerified(let isRight, let attempt) = event else { return }
        var metadata: Logger.Metadata = ["pin_right": .stringConvertible(isRight), "pin_attempt": .stringConvertible(attempt)]
        guard context.notes?.add(metadata) != true else { return }
        metadata["correlation_id"] = "\(context.correlationID)"
        logger.info("PIN verified late", metadata: metadata)
    }

    /// Carries out a request and answers by its deadline.
    private func inTime(_ body: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let trace = TraceContext.current
        let result: Result<[UInt8], any Error> = await Deadline.$current.withValue(timeouts.deadline()) {
            await work.awaitResult(orLate: { .failure(ProviderProblem.unavailable) }) {
                // The work has a task of its own, which does not inherit the request's trace.
                await TraceContext.$current.withValue(trace) { () async -> Result<[UInt8], any Error> in
                    do { return .success(try await body()) } catch { return .failure(error) }
                }
            }
        }
        return try result.get()
    }
}

extension Response {
    /// Creates a response with a document. Copies it once: SwiftNIO sends its own buffers, which cannot take over an array's memory.
    static func json(_ status: HTTPResponse.Status, type: String = "application/json", _ body: [UInt8]) -> Response {
        Response(
            status: status, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

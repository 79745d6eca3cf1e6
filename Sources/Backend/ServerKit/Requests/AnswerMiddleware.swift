// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes
package import Hummingbird
package import Logging
import NIOHTTP1

/// Stands around every request: names it, makes an answer of whatever goes wrong, adds the headers, and writes one log line: route, status,
/// problem, correlation id, duration. No address, header, query, cookie or body is ever in it.
///
/// - SeeAlso: threat list, T-S6.
package struct AnswerMiddleware<Context: CorrelatedContext>: RouterMiddleware {
    private let logger: Logger
    private let correlationID: @Sendable () -> String
    private let headers: @Sendable (inout HTTPFields) -> Void
    private let observe: @Sendable (AnsweredRequest) -> Void
    private let isRoutine: @Sendable (AnsweredRequest) -> Bool
    private let refuse: @Sendable (any Error, Context) -> Refusal

    /// A middleware.
    ///
    /// - Parameters:
    ///   - logger: gets one line a request: `error` for a status from 500 on, `debug` for what is routine, `info` for the rest.
    ///   - correlationID: a new name for every request.
    ///   - headers: adds to what every answer carries.
    ///   - isRoutine: which requests nobody wants to read of, such as those of a health check.
    ///   - observe: gets what may be counted.
    ///   - refuse: makes an answer of an error.
    package init(
        logger: Logger, correlationID: @escaping @Sendable () -> String = CorrelationID.random,
        headers: @escaping @Sendable (inout HTTPFields) -> Void = { _ in },
        isRoutine: @escaping @Sendable (AnsweredRequest) -> Bool = { _ in false },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        refuse: @escaping @Sendable (any Error, Context) -> Refusal = { error, _ in Refusal.bare(error) }
    ) {
        self.logger = logger
        self.correlationID = correlationID
        self.headers = headers
        self.isRoutine = isRoutine
        self.observe = observe
        self.refuse = refuse
    }

    /// Answers a request.
    ///
    /// - Throws: `HTTPParserError` only: the framework answers 400 and closes the connection.
    @concurrent
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        context.correlationID = correlationID()
        var metadata: Logger.Metadata = [:]
        var problem: String?
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let refusal = refuse(error, context)
            (response, problem, metadata) = (refusal.response, refusal.problem, refusal.metadata)
        }
        headers(&response.headers)
        if let name = CorrelationID.header { response.headers[name] = context.correlationID }
        let answered = AnsweredRequest(
            route: context.endpointPath ?? "none", status: response.status.code, problem: problem, duration: ContinuousClock.now - start)
        observe(answered)
        log(answered, context.correlationID, metadata)
        return response
    }

    private func log(_ answered: AnsweredRequest, _ correlationID: String, _ metadata: Logger.Metadata) {
        var metadata = metadata
        metadata["correlation_id"] = "\(correlationID)"
        metadata["route"] = "\(answered.route)"
        metadata["status"] = "\(answered.status)"
        metadata["duration_ms"] = "\(answered.duration / .milliseconds(1))"
        if let problem = answered.problem { metadata["problem"] = "\(problem)" }
        let level: Logger.Level = answered.status >= 500 ? .error : isRoutine(answered) ? .debug : .info
        logger.log(level: level, "request", metadata: metadata)
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes
package import Hummingbird
package import Logging
import NIOHTTP1

/// Middleware around every request: assigns a correlation id, turns errors into answers, adds headers, and writes one log line with route,
/// status, problem, correlation id, trace, duration and the work's notes. The line never contains an address, query, cookie or body, and of the headers only the
/// random trace id of `traceparent`.
///
/// - SeeAlso: threat list, T-S6.
package struct AnswerMiddleware<Context: CorrelatedContext>: RouterMiddleware {
    private let logger: Logger
    private let correlationID: @Sendable () -> String
    private let headers: @Sendable (inout HTTPFields) -> Void
    private let observe: @Sendable (AnsweredRequest) -> Void
    private let isRoutine: @Sendable (AnsweredRequest) -> Bool
    private let refuse: @Sendable (any Error, Context) -> Refusal

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - logger: receives one line per request: `error` for a status of 500 or more, `debug` for routine requests, otherwise `info`.
    ///   - correlationID: returns a new id for each request.
    ///   - headers: adds headers to every answer.
    ///   - isRoutine: returns true for requests that are uninteresting in the log, such as health checks.
    ///   - observe: receives the metrics of each request.
    ///   - refuse: turns an error into an answer.
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
    /// - Throws: only `HTTPParserError`, after which the framework answers 400 and closes the connection.
    @concurrent
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        context.correlationID = correlationID()
        let trace = TraceContext(continuing: request.headers)
        var metadata: Logger.Metadata = [:]
        var problem: String?
        var response: Response
        do {
            response = try await TraceContext.$current.withValue(trace) { try await next(request, context) }
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
        if let notes = context.notes { metadata.merge(notes.close()) { _, noted in noted } }
        log(answered, context.correlationID, trace, metadata)
        return response
    }

    private func log(_ answered: AnsweredRequest, _ correlationID: String, _ trace: TraceContext, _ metadata: Logger.Metadata) {
        var metadata = metadata
        metadata.merge(trace.metadata) { _, own in own }
        metadata["correlation_id"] = "\(correlationID)"
        metadata["route"] = "\(answered.route)"
        metadata["status"] = .stringConvertible(answered.status)
        // Rounded to microseconds.
        metadata["duration_ms"] = .stringConvertible((answered.duration / .microseconds(1)).rounded() / 1000)
        if let problem = answered.problem { metadata["problem"] = "\(problem)" }
        let level: Logger.Level = answered.status >= 500 ? .error : isRoutine(answered) ? .debug : .info
        logger.log(level: level, "request", metadata: metadata)
    }
}

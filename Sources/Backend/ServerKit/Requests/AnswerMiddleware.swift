// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes
package import Hummingbird
package import Logging
import NIOHTTP1

/// Middleware around every request: assigns a correlation id, turns errors into answers, adds headers, and writes one log line with route,
/// status, problem, correlation id, trace, duration and the work's notes. The line never contains an address, query, cookie or body, and of
/// the headers only the random trace id of `traceparent`.
///
/// - SeeAlso: threats-and-faults.md, T-S6.
package struct AnswerMiddleware<Context: CorrelatedContext>: RouterMiddleware {
    private let logger: Logger
    private let correlationID: (@Sendable () -> String)?
    private let headers: @Sendable (inout HTTPFields) -> Void
    private let observe: @Sendable (AnsweredRequest) -> Void
    private let isRoutine: @Sendable (AnsweredRequest) -> Bool
    private let refuse: @Sendable (any Error, Context) -> ErrorAnswer

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - logger: receives one line per request: `error` for a status of 500 or more, `debug` for routine requests, otherwise `info`.
    ///   - correlationID: returns a new id for each request; nil for random ids.
    ///   - headers: adds headers to every answer.
    ///   - isRoutine: returns true for requests that are uninteresting in the log, such as health checks.
    ///   - observe: receives the metrics of each request.
    ///   - refuse: turns an error into an answer.
    package init(
        logger: Logger, correlationID: (@Sendable () -> String)? = nil,
        headers: @escaping @Sendable (inout HTTPFields) -> Void = { _ in },
        isRoutine: @escaping @Sendable (AnsweredRequest) -> Bool = { _ in false },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        refuse: @escaping @Sendable (any Error, Context) -> ErrorAnswer = { error, _ in ErrorAnswer.bare(error) }
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
        var random = RandomNumbers()
        context.correlationID = correlationID?() ?? CorrelationID.text(random.next())
        let trace = TraceContext(continuing: request.headers) { random.next() }
        var metadata: Logger.Metadata = [:]
        var problem: String?
        var response: Response
        do {
            response = try await TraceContext.$current.withValue(trace) { try await next(request, context) }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let answer = refuse(error, context)
            (response, problem, metadata) = (answer.response, answer.problem, answer.metadata)
        }
        headers(&response.headers)
        if let name = CorrelationID.header { response.headers[name] = context.correlationID }
        let answered = AnsweredRequest(
            route: context.endpointPath ?? "none", status: response.status.code, problem: problem, duration: ContinuousClock.now - start)
        observe(answered)
        let level: Logger.Level = answered.status >= 500 ? .error : isRoutine(answered) ? .debug : .info
        let notes = context.notes?.close() ?? [:]
        logger.log(level: level, "request", metadata: answered.metadata(context.correlationID, trace, notes: notes, refusal: metadata))
        return response
    }
}

extension AnsweredRequest {
    /// The metadata of the request's log line. Members of the request itself stand over notes, and these over the refusal's data.
    fileprivate func metadata(
        _ correlationID: String, _ trace: TraceContext, notes: Logger.Metadata, refusal: Logger.Metadata
    ) -> Logger.Metadata {
        var metadata = refusal.isEmpty ? notes : refusal.merging(notes) { _, noted in noted }
        // One allocation for all members below.
        metadata.reserveCapacity(metadata.count + 7)
        metadata["trace_id"] = .string(trace.traceID)
        metadata["span_id"] = .string(trace.spanID)
        metadata["correlation_id"] = .string(correlationID)
        metadata["route"] = .string(route)
        metadata["status"] = .stringConvertible(status)
        // Rounded to microseconds.
        metadata["duration_ms"] = .stringConvertible((duration / .microseconds(1)).rounded() / 1000)
        if let problem { metadata["problem"] = .string(problem) }
        return metadata
    }
}

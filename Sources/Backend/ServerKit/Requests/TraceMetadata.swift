// SPDX-License-Identifier: EUPL-1.2

package import Logging

extension Logger.MetadataProvider {
    /// Adds `trace_id` and `span_id` of `TraceContext.current` to a line of the log, so that a failure can be found from the line of its
    /// request. Adds nothing outside of a trace.
    package static let trace = Logger.MetadataProvider { TraceContext.current?.metadata ?? [:] }
}

extension TraceContext {
    /// The members of log lines that name this trace.
    var metadata: Logger.Metadata { ["trace_id": .string(traceID), "span_id": .string(spanID)] }
}

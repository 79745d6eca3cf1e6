// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// The position of a request in a distributed trace (W3C Trace Context, level 1). It contains random numbers only.
///
/// The trace continues that of the request's `traceparent` header; a missing or malformed header starts a new trace. `tracestate` is
/// dropped, because it is free text of other systems. The standard defines no header for answers, so answers have none.
package struct TraceContext: Sendable, Hashable {
    /// The halves of the trace's id.
    private let trace: Halves
    private let span: UInt64
    /// True if the caller may have recorded its part of the trace.
    package let isSampled: Bool

    /// The name of the header that carries a trace.
    package static let headerName = "traceparent"

    /// The trace of the request that the current task serves; nil outside of a request.
    @TaskLocal package static var current: TraceContext?

    private static let header = HTTPField.Name(headerName)

    /// Continues the trace of a request's headers with a new span, or starts a new trace.
    ///
    /// - Parameter random: returns a random number.
    package init(continuing headers: HTTPFields, random: () -> UInt64 = { .random(in: 1 ... .max) }) {
        var parent: (trace: Halves, isSampled: Bool)?
        if let name = Self.header, headers.contains(name) {
            let values = headers[values: name]
            // A second header makes the first one ambiguous.
            if values.count == 1 { parent = Self.parse(values[0]) }
        }
        trace = parent?.trace ?? Halves(high: random(), low: random())
        isSampled = parent?.isSampled ?? false
        span = random()
    }

    /// The id of the whole trace: 32 lowercase hexadecimal digits.
    package var traceID: String { HexadecimalDigits.text(trace.high, trace.low) }

    /// The id of this request's part of the trace: 16 lowercase hexadecimal digits.
    package var spanID: String { HexadecimalDigits.text(span) }

    /// The value of the header for a call that this request causes.
    package var header: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// A number of 16 bytes; an id is not 0.
    private struct Halves: Hashable {
        let high: UInt64
        let low: UInt64
    }

    /// Parses a header of version 00, or the known beginning of a later version. Only the flag `sampled` is kept.
    private static func parse(_ text: String) -> (trace: Halves, isSampled: Bool)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, let version = HexadecimalDigits.number(bytes[0..<2]), version != 0xFF else { return nil }
        guard bytes.count == 55 || version != 0 && bytes[55] == UInt8(ascii: "-") else { return nil }
        guard [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let high = HexadecimalDigits.number(bytes[3..<19]), let low = HexadecimalDigits.number(bytes[19..<35]),
            let parent = HexadecimalDigits.number(bytes[36..<52]), let flags = HexadecimalDigits.number(bytes[53..<55])
        else { return nil }
        guard high | low != 0, parent != 0 else { return nil }
        return (Halves(high: high, low: low), flags & 1 == 1)
    }
}

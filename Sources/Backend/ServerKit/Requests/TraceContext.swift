// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes

/// The position of a request in a distributed trace (W3C Trace Context, level 1). It contains random numbers only.
///
/// The trace continues that of the request's `traceparent` header; a missing or malformed header starts a new trace. `tracestate` is
/// dropped, because it is free text of other systems. The standard defines no header for answers, so answers have none.
package struct TraceContext: Sendable, Hashable {
    /// The id of the whole trace: 32 lowercase hexadecimal digits.
    package let traceID: String
    /// The id of this request's part of the trace: 16 lowercase hexadecimal digits.
    package let spanID: String
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
        // A second header makes the first one ambiguous.
        let values = Self.header.map { headers[values: $0] } ?? []
        let parent = values.count == 1 ? Self.parse(values[0]) : nil
        traceID = parent?.traceID ?? Self.digits(random()) + Self.digits(random())
        isSampled = parent?.isSampled ?? false
        spanID = Self.digits(random())
    }

    /// The value of the header for a call that this request causes.
    package var header: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Parses a header of version 00, or the known beginning of a later version. Only the flag `sampled` is kept.
    private static func parse(_ text: String) -> (traceID: String, isSampled: Bool)? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 55, let version = hexadecimal(bytes[0..<2]), version != "ff" else { return nil }
        guard bytes.count == 55 || version != "00" && bytes[55] == UInt8(ascii: "-") else { return nil }
        guard [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        guard let traceID = hexadecimal(bytes[3..<35]), let parentID = hexadecimal(bytes[36..<52]),
            let flags = hexadecimal(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) })
        else { return nil }
        guard [traceID, parentID].allSatisfy({ $0.contains { $0 != "0" } }) else { return nil }
        return (traceID, flags & 1 == 1)
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String? {
        let isHexadecimal = bytes.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        return isHexadecimal ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private static func digits(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

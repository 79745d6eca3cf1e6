// SPDX-License-Identifier: EUPL-1.2

/// The type of a metric family, by its Prometheus name.
enum Kind: String, Sendable {
    case counter, gauge, histogram
}

/// The labels of a series, sorted, in Prometheus format.
struct Labels: Sendable, Hashable {
    /// `route="/api/v1/enroll",status="200"`; empty without labels.
    let text: String

    init(_ dimensions: [(String, String)]) {
        text = dimensions.sorted { $0.0 < $1.0 }.map { "\(PrometheusText.name($0.0))=\"\(PrometheusText.value($0.1))\"" }
            .joined(separator: ",")
    }

    /// Returns the labels in braces, with an optional further label at the end; empty without labels.
    func inBraces(adding label: String? = nil) -> String {
        let all = [text, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? "" : "{\(all)}"
    }
}

/// Escapes names and texts for the text format.
enum PrometheusText {
    /// Returns a valid name: letters, digits and underscores; other characters become underscores.
    static func name(_ text: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        if name.first?.isNumber != false { name = "_" + name }
        return name
    }

    /// Escapes a label value, without its quotes.
    static func value(_ text: String) -> String { help(text).replacing("\"", with: "\\\"") }

    /// Escapes a help text.
    static func help(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    /// Formats a number; integers have no fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? String(value)
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// What a family of series is, by Prometheus' name.
enum Kind: String, Sendable {
    case counter, gauge, histogram
}

/// The labels of a series, sorted and written as Prometheus has them.
struct Labels: Sendable, Hashable {
    /// `route="/api/v1/enroll",status="200"`; empty for none.
    let text: String

    init(_ dimensions: [(String, String)]) {
        text = dimensions.sorted { $0.0 < $1.0 }.map { "\(PrometheusText.name($0.0))=\"\(PrometheusText.value($0.1))\"" }
            .joined(separator: ",")
    }

    /// In braces, with one more label at the end; empty without any.
    func inBraces(adding label: String? = nil) -> String {
        let all = [text, label ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? "" : "{\(all)}"
    }
}

/// Names and texts as the text format takes them.
enum PrometheusText {
    /// Letters, digits and underscores; anything else becomes an underscore.
    static func name(_ text: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        if name.first?.isNumber != false { name = "_" + name }
        return name
    }

    /// The value of a label, without its quotes.
    static func value(_ text: String) -> String { help(text).replacing("\"", with: "\\\"") }

    /// A sentence after `# HELP`.
    static func help(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    /// A number: whole ones without a fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map(String.init) ?? String(value)
    }
}

// SPDX-License-Identifier: EUPL-1.2

/// A link as it was received, kept from every log.
package struct LinkText: Sendable, Hashable, Codable, Redacted {
    private let content: String

    /// - Parameter content: anything.
    init(_ content: String) {
        self.content = content
    }

    /// Reads the text as a plain string.
    package init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text as a plain string: into the sealed store only.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
    }

    /// The length alone, in UTF-8 bytes.
    package var logged: String { "a link of \(length) bytes" }

    /// In UTF-8 bytes.
    var length: Int { content.utf8.count }

    /// Lends the text.
    ///
    /// - Warning: it can hold codes that are as good as a key. It goes to the protocol that the link is for, and into no log, error or screen.
    package func withText<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(content)
    }
}

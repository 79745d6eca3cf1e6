// SPDX-License-Identifier: EUPL-1.2

/// A received link, whose text is kept out of logs.
package struct LinkText: Sendable, Hashable, Codable, Redacted {
    private let content: String

    /// - Parameter content: any text.
    init(_ content: String) {
        self.content = content
    }

    /// Decodes the text as a plain string.
    package init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the text as a plain string, for the sealed store only.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
    }

    /// The length only, in UTF-8 bytes.
    package var logged: String { "a link of \(length) bytes" }

    /// The length, in UTF-8 bytes.
    var length: Int { content.utf8.count }

    /// Passes the text to the body.
    ///
    /// - Warning: the text can contain codes that grant access. Pass it only to the protocol that the link is for, never to a log, an error
    ///   or a screen.
    package func withText<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try body(content)
    }
}

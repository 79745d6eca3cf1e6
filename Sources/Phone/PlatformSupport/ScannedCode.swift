// SPDX-License-Identifier: EUPL-1.2

/// The content of a QR code that a camera has read (ISO/IEC 18004). Anyone may have made the code: its text is not to be trusted.
///
/// The text may be a secret, so it is in no description.
public struct ScannedCode: Sendable, Hashable, Codable {
    /// The maximum size of a text in bytes of UTF-8: the digits of the largest QR code.
    public static let maximumBytes = 7089

    /// The text, 1 to ``maximumBytes`` bytes of UTF-8. Bytes that are no text are read as ISO 8859-1.
    public let text: String

    /// Creates a code; nil if the text is empty or too long.
    public init?(_ text: String) {
        guard (1...Self.maximumBytes).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// - Throws: `DecodingError` for a text that is empty or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = ScannedCode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no text of a QR code")
        }
        self = code
    }

    /// Encodes the text alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension ScannedCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size of the text.
    public var description: String { "a code of \(text.utf8.count) bytes" }

    /// The size of the text.
    public var debugDescription: String { description }

    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

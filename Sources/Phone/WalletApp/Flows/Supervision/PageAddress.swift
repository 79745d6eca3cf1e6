// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages

/// The address of a page that another organization names, for the browser: an absolute `https` URL without user and password, at most 2048
/// bytes of ASCII. Unlike a `WebAddress` it may have a fragment, and is written as the organization wrote it.
///
/// The address of the way back after sharing contains a code that grants access (OpenID4VP 1.0 §8.2). So no description, dump or mirror
/// shows it.
public struct PageAddress: Sendable, Hashable {
    /// The URL as received. Never a part of a log.
    public let text: String

    /// Reads a URL; nil for another scheme, a relative reference, or any other text that is not acceptable.
    public init?(_ text: String) {
        guard HTTPSURL(page: text) != nil else { return nil }
        self.text = text
    }
}

extension PageAddress: Codable {
    /// Decodes a text.
    ///
    /// - Throws: `DecodingError` for a text that is no acceptable URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an https URL")
        }
        self = address
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension PageAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size of the address.
    public var description: String { "an address of \(text.utf8.count) bytes" }

    /// The size of the address.
    public var debugDescription: String { description }

    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

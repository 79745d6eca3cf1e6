// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages

/// A text in one language (ETSI TS 119 475, `lang` and `value`).
public struct LocalizedSentence: Sendable, Hashable {
    /// Maximum length of ``text`` in Unicode scalars.
    public static let maximumLength = 1000

    /// The language (BCP 47), such as `nl` or `en-GB`.
    public let language: String
    /// The text, for display in one paragraph.
    public let text: String

    /// A text in a language (BCP 47).
    public init(language: String, text: String) {
        self.language = language
        self.text = text
    }

    /// Line breaks become spaces.
    init(_ members: Members) throws(MalformedMessage) {
        language = try members.token("lang", maximum: Members.maximumWordBytes)
        let lines = try members.text("value", maximum: 4 * Self.maximumLength).split(whereSeparator: \.isNewline)
        text = try Members(["value": .string(lines.joined(separator: " "))]).sentence("value", maximum: Self.maximumLength)
    }

    var json: JSONObject { ["lang": .string(language), "value": .string(text)] }
}

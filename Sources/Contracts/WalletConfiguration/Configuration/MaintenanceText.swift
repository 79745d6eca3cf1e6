// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The notice of a maintenance by language: `{"de": "…", "en": "…"}`, in 1 to 16 languages, each text with 1 to 500 printable characters.
///
/// The app shows the text in its own language, else in English, else the first text.
package struct MaintenanceText: Sendable, Hashable {
    /// The text in one language.
    package struct Entry: Sendable, Hashable {
        /// The language (BCP 47), such as `de` or `pt-BR`.
        package let language: String
        package let text: String
    }

    /// The texts in their order. Each language occurs once.
    package let entries: [Entry]

    /// A text in several languages, in this order. Values outside these limits cannot be signed or read back.
    package init(_ texts: KeyValuePairs<String, String>) {
        entries = texts.map { Entry(language: $0.key, text: $0.value) }
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        guard case .object(let object) = value else { throw UnacceptableContents(path, "not an object") }
        guard (1...16).contains(object.count) else { throw UnacceptableContents(path, "not 1 to 16 languages") }
        var reader = try ContentsReader(value, at: path)
        var entries: [Entry] = []
        // A name that is no language tag stays unread, and the reader reports it.
        for (name, _) in object.members where Self.isLanguage(name) {
            guard let text = reader.required(name, Reading.sentence(500)) else { continue }
            entries.append(Entry(language: name, text: text))
        }
        self = MaintenanceText(entries: try reader.finish(entries))
    }

    private init(entries: [Entry]) {
        self.entries = entries
    }

    var json: JSONValue {
        var object: JSONObject = [:]
        for entry in entries { object.append(entry.language, .string(entry.text)) }
        return .object(object)
    }

    /// True for a primary language of two or three lower-case letters, with further subtags of 2 to 8 letters and digits (RFC 5646 §2.1).
    private static func isLanguage(_ tag: String) -> Bool {
        guard tag.utf8.count <= 35 else { return false }
        return tag.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil
    }
}

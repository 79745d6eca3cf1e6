// SPDX-License-Identifier: EUPL-1.2

/// Limits of texts that others wrote, for the history.
extension StoredText {
    /// The longest text in one language, in Unicode scalars, as in a registration.
    static let longest = 1000
    /// The most languages if the person has chosen one.
    private static let mostLanguages = 3
    /// The length of all languages together if the person has chosen none and it is not known which the phone has.
    private static let longestTogether = 4000

    /// The text with long entries cut, in the chosen language, in English and in the first. Without a chosen language, the others follow while
    /// there is room.
    ///
    /// - Parameter language: the person's own language (BCP 47); nil for the phone's.
    func cut(for language: String?) -> StoredText {
        let cut = entries.map { Entry(locale: $0.locale.map(Self.shortened), text: Self.shortened($0.text)) }
        let first = [language.flatMap(index), index("en"), cut.indices.first].compactMap { $0 }
        var kept: [Int] = []
        var length = 0
        for index in first + cut.indices where !kept.contains(index) {
            length += cut[index].text.unicodeScalars.count
            guard kept.count < Self.mostLanguages || language == nil && length <= Self.longestTogether else { break }
            kept.append(index)
        }
        return StoredText(kept.sorted().map { cut[$0] })
    }

    /// The text in its first language only, for an event that is too large.
    var first: StoredText { StoredText(Array(entries.prefix(1))) }

    /// The beginning of a text.
    static func shortened(_ text: String) -> String {
        text.unicodeScalars.count > longest ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) : text
    }

    /// The entry in a language, else in another regional form of it.
    private func index(_ language: String) -> Int? {
        func primary(_ tag: String) -> String { tag.split(separator: "-").first.map { $0.lowercased() } ?? "" }
        return entries.firstIndex { $0.locale?.lowercased() == language.lowercased() }
            ?? entries.firstIndex { $0.locale.map(primary) == primary(language) }
    }
}

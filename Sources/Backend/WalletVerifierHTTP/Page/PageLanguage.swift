// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the pages.
enum PageLanguage: String, Sendable, Hashable, CaseIterable {
    case dutch = "nl"
    case english = "en"

    /// The name of the language in that language.
    var name: String {
        switch self {
        case .dutch: "Nederlands"
        case .english: "English"
        }
    }

    /// The language that a browser prefers; English if it asks for none of the pages' languages.
    ///
    /// - Parameter acceptLanguage: the header's value (RFC 9110 §12.5.4). Malformed parts are ignored.
    init(acceptLanguage: String?) {
        var best: (language: PageLanguage, quality: Double)?
        for range in (acceptLanguage ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first, let language = Self(rawValue: tag.prefix { $0 != "-" }.lowercased()) else { continue }
            var quality = 1.0
            if let weight = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) {
                guard let number = Double(weight.dropFirst(2)), (0...1).contains(number) else { continue }
                quality = number
            }
            if quality > best?.quality ?? 0 { best = (language, quality) }
        }
        self = best?.language ?? .english
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the portal.
enum PortalLanguage: String, Sendable, Hashable, CaseIterable {
    /// Also the default for browsers that request none of these languages.
    case dutch = "nl"
    case english = "en"

    /// The language's own name for itself.
    var name: String {
        switch self {
        case .dutch: "Nederlands"
        case .english: "English"
        }
    }

    /// The locale for dates.
    var locale: Locale {
        switch self {
        case .dutch: Locale(identifier: "nl_NL")
        case .english: Locale(identifier: "en_GB")
        }
    }

    /// Returns the language that a browser prefers.
    ///
    /// - Parameter acceptLanguage: the header's value, RFC 9110 §12.5.4. Malformed parts are ignored.
    init(acceptLanguage: String?) {
        var best: (language: PortalLanguage, quality: Double)?
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
        self = best?.language ?? .dutch
    }
}

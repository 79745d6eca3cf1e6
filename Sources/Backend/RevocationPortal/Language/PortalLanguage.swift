// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the portal.
enum PortalLanguage: String, Sendable, Hashable, CaseIterable {
    case dutch = "nl"
    case english = "en"
    case german = "de"

    /// The name of the language in that language.
    var name: String {
        switch self {
        case .dutch: "Nederlands"
        case .english: "English"
        case .german: "Deutsch"
        }
    }

    /// The locale for dates.
    var locale: Locale {
        switch self {
        case .dutch: Locale(identifier: "nl_NL")
        case .english: Locale(identifier: "en_GB")
        case .german: Locale(identifier: "de_DE")
        }
    }

    /// Returns the language that a browser prefers; the first language if the browser requests none of them.
    ///
    /// - Parameters:
    ///   - acceptLanguage: the header's value, RFC 9110 §12.5.4. Malformed parts are ignored.
    ///   - offered: the languages of the pages, at least one.
    init(acceptLanguage: String?, of offered: [PortalLanguage] = PortalSkin.nlWallet.offered) {
        var best: (language: PortalLanguage, quality: Double)?
        for range in (acceptLanguage ?? "").split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = parts.first, let language = Self(tag.prefix { $0 != "-" }.lowercased(), of: offered) else { continue }
            var quality = 1.0
            if let weight = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) {
                guard let number = Double(weight.dropFirst(2)), (0...1).contains(number) else { continue }
                quality = number
            }
            if quality > best?.quality ?? 0 { best = (language, quality) }
        }
        self = best?.language ?? offered.first ?? .english
    }

    /// Returns the language with this tag; nil if it is not offered.
    init?(_ tag: String, of offered: [PortalLanguage]) {
        guard let language = Self(rawValue: tag), offered.contains(language) else { return nil }
        self = language
    }
}

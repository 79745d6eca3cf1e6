// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the sites.
enum SiteLanguage: String, Sendable, Hashable, CaseIterable {
    case dutch = "nl"
    case english = "en"

    /// The first language of a browser's list that the sites have; English without one.
    ///
    /// - Parameter acceptLanguage: the header's value (RFC 9110 §12.5.4); weights are ignored, because browsers list the preferred first.
    init(acceptLanguage: String?) {
        let named = (acceptLanguage ?? "").split(separator: ",").lazy.compactMap { range in
            Self(rawValue: range.prefix { $0 != "-" && $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased())
        }
        self = named.first ?? .english
    }
}

/// A sentence in every language of the sites.
struct SiteText: Sendable, Hashable {
    private let dutch: String
    private let english: String

    init(_ dutch: String, _ english: String) {
        self.dutch = dutch
        self.english = english
    }

    func callAsFunction(_ language: SiteLanguage) -> String { language == .dutch ? dutch : english }
}

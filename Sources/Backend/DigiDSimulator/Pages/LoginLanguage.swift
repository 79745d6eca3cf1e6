// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the login page.
enum LoginLanguage: String, Sendable, CaseIterable {
    case dutch = "nl"
    case english = "en"

    /// Returns the chosen language, or the first supported language of the browser's list; otherwise Dutch.
    init(chosen: String?, acceptLanguage: String?) {
        let named = (acceptLanguage ?? "").split(separator: ",").compactMap { range in
            Self(rawValue: range.prefix { $0 != "-" && $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased())
        }
        self = chosen.flatMap(Self.init(rawValue:)) ?? named.first ?? .dutch
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the login page.
enum LoginLanguage: String, Sendable, CaseIterable {
    case dutch = "nl"
    case english = "en"
    case german = "de"

    /// Returns the chosen language, or the first supported language of the browser's list; otherwise the first.
    ///
    /// - Parameter offered: the languages of the pages, at least one.
    init(chosen: String?, acceptLanguage: String?, of offered: [LoginLanguage] = LoginSkin.digiD.offered) {
        func known(_ code: String) -> Self? { Self(rawValue: code).flatMap { offered.contains($0) ? $0 : nil } }
        let named = (acceptLanguage ?? "").split(separator: ",").compactMap { range in
            known(range.prefix { $0 != "-" && $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased())
        }
        self = chosen.flatMap(known) ?? named.first ?? offered.first ?? .english
    }
}

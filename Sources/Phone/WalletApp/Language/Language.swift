// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A language of the app, by its code (BCP 47), such as `en`. A brand lists the languages that it offers.
public struct Language: RawRepresentable, Sendable, Hashable, Codable {
    /// The code (BCP 47), such as `en`.
    public let rawValue: String

    /// Creates a language from its code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The language of the catalogue's source sentences.
    public static let english = Language(rawValue: "en")

    /// The name of the language in that language: `English`, `Français`.
    package var ownName: String {
        let name = Locale(identifier: rawValue).localizedString(forLanguageCode: rawValue) ?? rawValue
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

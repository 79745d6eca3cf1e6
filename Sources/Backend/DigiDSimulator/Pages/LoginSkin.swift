// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The look of the login pages: names, languages, colours and pictures. The protocol behind them is the same for every skin.
package struct LoginSkin: Sendable {
    /// The provider's name.
    package let provider: String
    /// The name of the app that opened the login page.
    package let app: String
    /// The languages (BCP 47), the usual one first. Those that the pages lack are ignored.
    package let languages: [String]
    /// Values that replace those of the design tokens with these names.
    package let colors: [String: String]
    /// A folder whose `pictures/….svg` replace the drawings of the same names; nil to replace none.
    package let drawings: URL?

    package init(provider: String, app: String, languages: [String], colors: [String: String] = [:], drawings: URL? = nil) {
        self.provider = provider
        self.app = app
        self.languages = languages
        self.colors = colors
        self.drawings = drawings
    }

    /// DigiD for the NL Wallet, in Dutch and English.
    package static let digiD = LoginSkin(provider: "DigiD", app: "NL Wallet", languages: ["nl", "en"])

    /// The languages in which the pages are shown, at least one.
    var offered: [LoginLanguage] {
        let known = languages.compactMap(LoginLanguage.init(rawValue:))
        return known.isEmpty ? [.english] : known
    }
}

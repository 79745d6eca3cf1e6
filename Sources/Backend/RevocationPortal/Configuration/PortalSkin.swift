// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The look of the portal: the product's name, languages, colours and pictures. The protocol is the same for every skin.
package struct PortalSkin: Sendable {
    /// The name of the wallet that the deletion codes belong to.
    package let product: String
    /// The languages (BCP 47), the usual one first. Those that the pages lack are ignored.
    package let languages: [String]
    /// Values that replace those of the design tokens with these names.
    package let colors: [String: String]
    /// A folder with `pictures/….svg` and `icons/….svg` that replace the drawings of the same names; nil to replace none.
    package let drawings: URL?

    package init(product: String, languages: [String], colors: [String: String] = [:], drawings: URL? = nil) {
        self.product = product
        self.languages = languages
        self.colors = colors
        self.drawings = drawings
    }

    /// The NL Wallet, in Dutch and English.
    package static let nlWallet = PortalSkin(product: "NL Wallet", languages: ["nl", "en"])

    /// The languages that the pages have.
    package static var knownLanguages: [String] { PortalLanguage.allCases.map(\.rawValue) }

    /// The languages in which the pages are shown, at least one.
    var offered: [PortalLanguage] {
        let known = languages.compactMap(PortalLanguage.init(rawValue:))
        return known.isEmpty ? [.english] : known
    }
}

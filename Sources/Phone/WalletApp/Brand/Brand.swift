// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import WalletConfiguration

/// A product that is made with this app: names, languages, addresses, version and look. The program that hosts the app hands it over; the
/// app itself names no product, no login provider and no address.
public struct Brand: Sendable, Hashable {
    /// The name for commands and files: lower-case letters and hyphens.
    package let identifier: String
    package let names: BrandNames
    package let version: BrandVersion
    /// The languages that the app offers, at least one. The app uses the first language when it does not offer the phone's language.
    package let languages: [Language]
    /// String catalogues (`.xcstrings`) with sentences in further languages and with sentences that replace the app's own; a later
    /// catalogue overrides an earlier catalogue.
    package let catalogues: [URL]
    package let login: LoginProvider
    /// The public website about the product.
    package let website: WebAddress
    /// The help desk, until the configuration names a help desk.
    package let support: SupportContacts
    /// The app's pages in the app stores, until the configuration names them.
    package let appStores: AppStoreAddresses
    /// The colours and pictures of the product.
    public let look: BrandLook

    /// Creates a brand.
    ///
    /// - Parameters:
    ///   - identifier: the name for commands and files: lower-case letters and hyphens.
    ///   - names: the names of the product.
    ///   - version: the versions of its app.
    ///   - languages: the languages that the app offers, at least one; the first is spoken when it does not offer the phone's language.
    ///   - catalogues: string catalogues (`.xcstrings`) that add languages or replace the app's own sentences; later ones win.
    ///   - login: the service at which users prove who they are.
    ///   - website: the public website about the product.
    ///   - support: the help desk, until the configuration names a help desk.
    ///   - appStores: the app's pages in the app stores, until the configuration names them.
    ///   - look: its colours and pictures, for the renderer.
    public init(
        identifier: String, names: BrandNames, version: BrandVersion, languages: [Language], catalogues: [URL] = [], login: LoginProvider,
        website: WebAddress, support: SupportContacts, appStores: AppStoreAddresses, look: BrandLook = BrandLook()
    ) {
        self.identifier = identifier
        self.names = names
        self.version = version
        self.languages = languages
        self.catalogues = catalogues
        self.login = login
        self.website = website
        self.support = support
        self.appStores = appStores
        self.look = look
    }

    /// The texts for the placeholders in sentences: `{product}`, `{products}`, `{login}` and `{website}`.
    package var placeholders: [String: String] {
        [
            "product": names.product, "products": names.products, "login": login.name,
            "website": String(website.text.dropFirst("https://".count)),
        ]
    }

    /// Replaces the placeholders in a text that is in no catalogue.
    package func fill(_ text: String) -> String {
        placeholders.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}

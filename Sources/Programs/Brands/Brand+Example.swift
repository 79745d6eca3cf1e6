// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ShippedFiles
package import WalletApp
import WalletConfiguration

extension Brand {
    /// A second product, which demonstrates everything that a brand can change: names, colours, mark, version, addresses, languages, and a
    /// login with plain OpenID Connect. It offers German and no Dutch.
    package static let example = Brand(
        identifier: "example", names: BrandNames(product: "Example Wallet", products: "Example Wallets"),
        version: BrandVersion(released: "2.0.0", next: "2.1.0"), languages: [.english, .german],
        catalogues: [folder.appending(path: "Sentences.xcstrings")],
        login: LoginProvider(name: "Example ID", website: .known("https://id.example")), website: .known("https://wallet.example"),
        support: SupportContacts(phone: "+49300000000", web: .known("https://support.example/wallet"), email: "support@wallet.example"),
        appStores: AppStoreAddresses(
            ios: .known("https://apps.example/example-wallet"), android: .known("https://play.example/example-wallet")),
        look: BrandLook(colors: colors, drawings: folder))

    private static let folder = ShippedFiles.folder(of: "Brands").appending(path: "Resources/Example")

    private static let colors: [BrandLook.Part: BrandLook.Color] = [
        .accent: .init(light: 0x0B6B50, dark: 0x7FDDBB), .accentPressed: .init(light: 0x08513D, dark: 0xA9EBD3),
        .onAccent: .init(light: 0xFFFFFF, dark: 0x0E1626), .accentSoft: .init(light: 0xDDF3EA, dark: 0x163F35),
        .press: .init(light: 0xD6EBE2, dark: 0x23463D), .focus: .init(light: 0x8A2BA8, dark: 0xE3A6F5),
        .pictureMain: .init(light: 0x0B6B50, dark: 0x7FDDBB), .pictureSoft: .init(light: 0x9AD9C3, dark: 0x3B8A72),
        .pictureGround: .init(light: 0xDDF3EA, dark: 0x173B33), .pictureWarm: .init(0xF4C95D), .pictureAccent: .init(0xF4C95D),
        .pictureOnMain: .init(light: 0xF4C95D, dark: 0x0E1626), .pictureLine: .init(light: 0xBFE3D6, dark: 0x3B8A72),
        .markTile: .init(light: 0x0B6B50, dark: 0x0F8061), .markCard: .init(0x9AD9C3), .splash: .init(light: 0x0B6B50, dark: 0x0E2E27),
        .wallTop: .init(light: 0x2F7A66, dark: 0x1E4A3F), .wallBottom: .init(light: 0x12473A, dark: 0x081512),
        .ownPass: .init(light: 0xDDF3EA, dark: 0x163F35),
    ]
}

extension Language {
    package static let german = Language(rawValue: "de")
}

// SPDX-License-Identifier: EUPL-1.2

package import WalletApp
import WalletConfiguration

extension Brand {
    /// The NL Wallet: English and Dutch, a login with DigiD, and the app's own look.
    package static let nlWallet = Brand(
        identifier: "nl-wallet", names: BrandNames(product: "NL Wallet", products: "NL Wallets"),
        version: BrandVersion(released: "1.0.0", next: "1.1.0"), languages: [.english, .dutch],
        login: LoginProvider(name: "DigiD", website: .known("https://www.digid.nl")), website: .known("https://edi.pleio.nl"),
        support: SupportContacts(phone: "+31700000000", web: .known("https://help.example/wallet"), email: "help@wallet.example"),
        appStores: AppStoreAddresses(ios: .known("https://apps.example/wallet"), android: .known("https://play.example/wallet")))
}

extension Language {
    package static let dutch = Language(rawValue: "nl")
}

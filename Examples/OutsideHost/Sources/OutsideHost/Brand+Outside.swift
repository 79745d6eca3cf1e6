// SPDX-License-Identifier: EUPL-1.2

public import WalletApp
import WalletConfiguration

extension Brand {
    /// The product of this package.
    public static var outside: Brand? {
        guard let website = WebAddress("https://outside.example") else { return nil }
        return Brand(
            identifier: "outside", names: BrandNames(product: "Outside Wallet", products: "Outside Wallets"),
            version: BrandVersion(released: "2.0.0", next: "2.1.0"), languages: [.english],
            login: LoginProvider(name: "Outside ID", website: website), website: website, support: SupportContacts(web: website),
            appStores: AppStoreAddresses(), look: BrandLook(colors: [.accent: .init(light: 0x0B6B50, dark: 0x7FDDBB)]))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WalletConfiguration

extension Brand {
    /// The product of this host.
    static var jvm: Brand? {
        guard let website = WebAddress("https://jvm.example") else { return nil }
        return Brand(
            identifier: "jvm", names: BrandNames(product: "JVM Wallet", products: "JVM Wallets"),
            version: BrandVersion(released: "2.0.0", next: "2.1.0"), languages: [.english],
            login: LoginProvider(name: "Example ID", website: website), website: website, support: SupportContacts(web: website),
            appStores: AppStoreAddresses())
    }
}

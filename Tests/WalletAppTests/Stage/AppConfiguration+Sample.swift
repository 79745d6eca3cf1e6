// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletCore

extension AppConfiguration {
    /// A configuration with a help desk and pages in both stores.
    static let sample: AppConfiguration = {
        guard let url = WebAddress(base: "https://service.test"), let help = WebAddress("https://help.test"),
            let ios = WebAddress("https://store.test/ios"), let android = WebAddress("https://store.test/android")
        else { preconditionFailure("no address") }
        let address = ServiceAddress(url: url, tlsRoots: [])
        return AppConfiguration(
            document: ConfigurationDocument(
                provider: ProviderAddress(address: address, certificateKeys: [:], resultKeys: [:]),
                services: Services(configuration: address, updatePolicy: address),
                support: SupportContacts(phone: "+31201234567", web: help, email: "help@help.test"),
                appStores: AppStoreAddresses(ios: ios, android: android)),
            version: 1, source: .embedded)
    }()
}

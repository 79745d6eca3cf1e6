// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

extension AppConfiguration {
    /// A configuration with a help desk and pages in both stores.
    static let sample = locking(after: 300)

    /// The sample with another idle time, in seconds.
    static func locking(after inactivity: Int) -> AppConfiguration {
        guard let url = WebAddress(base: "https://service.test"), let help = WebAddress("https://help.test"),
            let lock = LockTimeouts(warningSeconds: min(240, inactivity - 1), inactivitySeconds: inactivity, backgroundSeconds: 300),
            let ios = WebAddress("https://store.test/ios"), let android = WebAddress("https://store.test/android")
        else { preconditionFailure("no address") }
        let address = ServiceAddress(url: url, tlsRoots: [])
        return AppConfiguration(
            document: ConfigurationDocument(
                lockTimeouts: lock,
                provider: ProviderAddress(address: address, certificateKeys: [:], resultKeys: [:]),
                services: Services(configuration: address, updatePolicy: address),
                support: SupportContacts(phone: "+31201234567", web: help, email: "help@help.test"),
                appStores: AppStoreAddresses(ios: ios, android: android)),
            version: 1, source: .embedded)
    }
}

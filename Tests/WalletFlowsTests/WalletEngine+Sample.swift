// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import Testing
import WalletConfiguration
import WalletCore

extension WalletEngine {
    /// A new engine whose servers do not exist.
    static func sample() throws -> WalletEngine {
        let key = JWK(P256.Signing.PrivateKey().publicKey)
        let address = ServiceAddress(url: try #require(WebAddress(base: "https://provider.test")), tlsRoots: [])
        let trust = DocumentTrust(environment: try #require(EnvironmentName("test")), keys: ["key": key])
        let edition = EmbeddedEdition(
            appVersion: try #require(AppVersion("1.0.0")),
            configuration: ConfigurationDocument(
                provider: ProviderAddress(address: address, certificateKeys: ["key": key], resultKeys: ["key": key]),
                services: Services(configuration: address, updatePolicy: address)),
            configurationTrust: trust, updatePolicyTrust: trust)
        return WalletEngine(edition: edition)
    }
}

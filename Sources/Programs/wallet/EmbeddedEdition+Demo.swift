// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import ProviderState
import WalletConfiguration
import WalletCore

extension EmbeddedEdition {
    /// What ships with the demo's app.
    static func demo(_ provider: ProviderAddress) throws -> EmbeddedEdition {
        guard let environment = EnvironmentName("demo"), let version = AppVersion("1.0.0") else {
            throw StartError("The demo's names are malformed.")
        }
        let trust = DocumentTrust(environment: environment, keys: ["demo": JWK(P256.Signing.PrivateKey().publicKey)])
        return EmbeddedEdition(
            appVersion: version,
            configuration: ConfigurationDocument(
                provider: provider, services: Services(configuration: provider.address, updatePolicy: provider.address)),
            configurationTrust: trust, updatePolicyTrust: trust)
    }
}

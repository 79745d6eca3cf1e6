// SPDX-License-Identifier: EUPL-1.2

import ProviderState
import WalletApp
import WalletConfiguration
import WalletCore

extension EmbeddedEdition {
    /// What ships with the demo's app.
    static func demo(_ configuration: ConfigurationDocument, trusting trust: DocumentTrust) throws -> EmbeddedEdition {
        guard let version = AppVersion(AppRelease.version) else { throw StartError("The demo's app has no version.") }
        return EmbeddedEdition(
            appVersion: version, configuration: configuration, configurationTrust: trust, updatePolicyTrust: trust)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import ProviderState
import WalletApp
import WalletConfiguration
import WalletCore

extension EmbeddedEdition {
    /// What ships with the demo's app in a version.
    static func demo(
        _ configuration: ConfigurationDocument, trusting trust: DocumentTrust, version: String = AppRelease.released
    ) throws -> EmbeddedEdition {
        guard let version = AppVersion(version) else { throw StartError("The demo's app has no version.") }
        return EmbeddedEdition(
            appVersion: version, configuration: configuration, configurationTrust: trust, updatePolicyTrust: trust)
    }

    /// The same in another version; as it is for what is no version.
    func installed(as version: String) -> EmbeddedEdition {
        EmbeddedEdition(
            appVersion: AppVersion(version) ?? appVersion, configuration: configuration, configurationTrust: configurationTrust,
            updatePolicyTrust: updatePolicyTrust)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import ServerState
import WalletConfiguration
import WalletCore

extension EmbeddedEdition {
    /// The edition shipped with a version of the demo's app.
    static func demo(
        _ configuration: ConfigurationDocument, trusting trust: DocumentTrust, version: String
    ) throws -> EmbeddedEdition {
        guard let version = AppVersion(version) else { throw StartError("The demo's app has no version.") }
        return EmbeddedEdition(
            appVersion: version, configuration: configuration, configurationTrust: trust, updatePolicyTrust: trust)
    }

    /// The same edition for another app version; unchanged if the version is invalid.
    func installed(as version: String) -> EmbeddedEdition {
        EmbeddedEdition(
            appVersion: AppVersion(version) ?? appVersion, version: self.version, configuration: configuration,
            configurationTrust: configurationTrust, updatePolicyTrust: updatePolicyTrust)
    }
}

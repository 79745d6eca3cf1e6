// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// What ships with the app: its version, whose documents it trusts, and the first edition of the configuration, which is used until a newer
/// one has been received and whenever that one cannot be used.
///
/// What is pinned here is never changed by a received document; it changes with the app only.
package struct EmbeddedEdition: Sendable {
    /// The version of the app.
    package let appVersion: AppVersion
    /// The edition's version, 1 or more: no older document is ever accepted.
    package let version: Int64
    /// The first edition.
    package let configuration: ConfigurationDocument
    /// Whose configurations are accepted.
    package let configurationTrust: DocumentTrust
    /// Whose update policies are accepted.
    package let updatePolicyTrust: DocumentTrust

    /// What ships with an app.
    package init(
        appVersion: AppVersion, version: Int64 = 1, configuration: ConfigurationDocument, configurationTrust: DocumentTrust,
        updatePolicyTrust: DocumentTrust
    ) {
        self.appVersion = appVersion
        self.version = version
        self.configuration = configuration
        self.configurationTrust = configurationTrust
        self.updatePolicyTrust = updatePolicyTrust
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// The data that ships with the app: its version, the trusted signers of documents, and the first edition of the configuration. That edition is used
/// until a newer one has been received, and whenever the newer one is unusable.
///
/// A received document never changes this data; only a new version of the app does.
package struct EmbeddedEdition: Sendable {
    package let appVersion: AppVersion
    /// The edition's version, at least 1. Older documents are never accepted.
    package let version: Int64
    /// The first edition.
    package let configuration: ConfigurationDocument
    /// The trust in configurations.
    package let configurationTrust: DocumentTrust
    /// The trust in update policies.
    package let updatePolicyTrust: DocumentTrust

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

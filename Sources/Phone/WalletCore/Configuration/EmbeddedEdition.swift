// SPDX-License-Identifier: EUPL-1.2

import JSON
package import WalletConfiguration

/// The data that ships with the app: its version, the trusted signers of documents, and the first edition of the configuration. That
/// edition is used until a newer edition has been received, and whenever the newer edition is unusable.
///
/// A received document never changes this data; only a new version of the app does.
public struct EmbeddedEdition: Sendable {
    package let appVersion: AppVersion
    /// The edition's version, at least 1. Older documents are never accepted.
    package let version: Int64
    /// The first edition.
    package let configuration: ConfigurationDocument
    package let configurationTrust: DocumentTrust
    /// The trust in update policies.
    package let updatePolicyTrust: DocumentTrust

    /// Reads the edition from the files that the operator of the configuration server hands to the app's makers.
    ///
    /// - Parameters:
    ///   - appVersion: the version of the app, three numbers with dots.
    ///   - configuration: the first edition: the contents that `wallet-config sign` signs, in JSON.
    ///   - signers: the environment and the public keys that sign configurations and update policies, `signers.json`.
    /// - Throws: `UnusableEdition` with every problem of the first part that is not usable.
    public init(appVersion: String, configuration: [UInt8], signers: [UInt8]) throws(UnusableEdition) {
        guard let version = AppVersion(appVersion) else { throw UnusableEdition("the app's version is not three numbers with dots") }
        let trust = try UnusableEdition.reading("signers") { try DocumentTrust(json: JSONObject(parsing: signers)) }
        let document = try UnusableEdition.reading("configuration") { try ConfigurationDocument(json: JSONObject(parsing: configuration)) }
        self.init(appVersion: version, configuration: document, configurationTrust: trust, updatePolicyTrust: trust)
    }

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

/// An unusable part of the edition that ships with the app. The app must be rebuilt with a corrected part.
public struct UnusableEdition: Error, CustomStringConvertible {
    /// The part and its problems, for developers; no secret.
    public let description: String

    fileprivate init(_ description: String) { self.description = description }

    fileprivate static func reading<Part>(_ name: String, _ read: () throws -> Part) throws(UnusableEdition) -> Part {
        do {
            return try read()
        } catch {
            throw UnusableEdition("\(name): \(error)")
        }
    }
}

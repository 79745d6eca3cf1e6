// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The files of a configuration server in one directory.
///
/// The contents are for people to edit; `wallet-config sign` makes the documents out of them, which are served. The signing key is best kept
/// elsewhere; only a demo has it here.
package struct ConfigurationFiles: Sendable, Hashable {
    /// The path of the directory.
    package let directory: String

    /// The files in a directory.
    package init(directory: String) {
        self.directory = directory
    }

    /// What the configuration says, to edit.
    package var configurationContents: String { directory + "/configuration.json" }
    /// What the update policy says, to edit.
    package var policyContents: String { directory + "/update-policy.json" }
    /// The signed configuration, which is served.
    package var configuration: String { directory + "/configuration.jwt" }
    /// The signed update policy, which is served.
    package var policy: String { directory + "/update-policy.jwt" }
    /// The public keys and the environment that phones trust.
    package var signers: String { directory + "/signers.json" }
    /// The key that signs.
    package var signingKey: String { directory + "/signing-key.json" }
    /// The development CA's files.
    package var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }
}

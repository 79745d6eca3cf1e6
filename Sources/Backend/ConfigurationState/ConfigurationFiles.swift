// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The files of a configuration server in one directory.
///
/// Operators edit the contents; `wallet-config sign` turns them into the signed documents that are served. Store the signing key elsewhere;
/// only a demo has it here.
package struct ConfigurationFiles: Sendable, Hashable {
    /// The path of the directory.
    package let directory: String

    package init(directory: String) {
        self.directory = directory
    }

    /// The editable contents of the configuration.
    package var configurationContents: String { directory + "/configuration.json" }
    /// The editable contents of the update policy.
    package var policyContents: String { directory + "/update-policy.json" }
    /// The signed configuration that is served.
    package var configuration: String { directory + "/configuration.jwt" }
    /// The signed update policy that is served.
    package var policy: String { directory + "/update-policy.jwt" }
    /// The public keys and the environment that phones trust.
    package var signers: String { directory + "/signers.json" }
    package var signingKey: String { directory + "/signing-key.json" }
    /// The directory of the development CA's files.
    package var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }
}

// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import X509

extension AppAttestVerifier {
    /// A verifier whose roots stand in a configuration.
    ///
    /// - Parameters:
    ///   - rootsPEM: one or more certificates in PEM, one behind the other.
    ///   - appID: the app whose proofs are accepted.
    ///   - environment: the environment whose keys are accepted.
    /// - Throws: what SwiftASN1 and X509 throw when the text holds anything else than certificates; `AttestationRejection` with
    ///   `certificate_chain` when it holds nothing.
    package init(rootsPEM: String, appID: AppID, environment: AppAttestEnvironment) throws {
        let roots = try PEMDocument.parseMultiple(pemString: rootsPEM).map { try Certificate(pemDocument: $0) }
        guard !roots.isEmpty else { throw AttestationRejection(.certificateChain) }
        self.init(roots: roots, appID: appID, environment: environment)
    }
}

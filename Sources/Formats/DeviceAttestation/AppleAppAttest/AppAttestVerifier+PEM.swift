// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import X509

extension AppAttestVerifier {
    /// A verifier with roots from a configuration.
    ///
    /// - Parameters:
    ///   - rootsPEM: one or more concatenated PEM certificates.
    ///   - appID: the accepted app.
    ///   - environment: the accepted environment.
    /// - Throws: errors of SwiftASN1 and X509 if the text is not PEM certificates; `AttestationRejection` with `certificate_chain` if it is
    ///   empty.
    public init(rootsPEM: String, appID: AppID, environment: AppAttestEnvironment) throws {
        let roots = try PEMDocument.parseMultiple(pemString: rootsPEM).map { try Certificate(pemDocument: $0) }
        guard !roots.isEmpty else { throw AttestationRejection(.certificateChain) }
        self.init(roots: roots, appID: appID, environment: environment)
    }
}

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
    /// - Throws: `AttestationRejection` with `certificate_chain` if the text has more than ``CertificatesPEM/maximumSize`` bytes, is not
    ///   PEM certificates, or is empty.
    public init(rootsPEM: String, appID: AppID, environment: AppAttestEnvironment) throws(AttestationRejection) {
        guard rootsPEM.utf8.count <= CertificatesPEM.maximumSize,
            let roots = try? PEMDocument.parseMultiple(pemString: rootsPEM).map({ try Certificate(pemDocument: $0) }), !roots.isEmpty
        else { throw AttestationRejection(.certificateChain) }
        self.init(roots: roots, appID: appID, environment: environment)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import WalletConfiguration
import X509

extension SharingSettings {
    /// A line for each root of verifiers that has a registrar's key or was certified by it, and so lies below the registrar's root: a
    /// verifier could sign its own registration. Phones, which don't parse the roots, refuse only the same certificate.
    var registrarProblems: [String] {
        let registrars = registrarRoots.compactMap { try? Certificate(derEncoded: $0) }
        var problems: [String] = []
        for (name, roots) in [("access_roots", accessRoots), ("tls_roots", tlsRoots)] {
            for (index, root) in roots.enumerated() {
                guard let certificate = try? Certificate(derEncoded: root),
                    registrars.contains(where: {
                        $0.publicKey == certificate.publicKey || $0.publicKey.isValidSignature(certificate.signature, for: certificate)
                    })
                else { continue }
                problems.append("sharing.\(name)[\(index)]: below a registrar's root; verifiers could register themselves")
            }
        }
        return problems
    }
}

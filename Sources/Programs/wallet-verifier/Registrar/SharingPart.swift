// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import Registrar
import WalletConfiguration

/// The part of a configuration that a registrar's operator gives to the operator of the configuration server: the roots that wallets trust.
struct SharingPart {
    /// The part as JSON.
    let text: String

    /// The part of a registrar.
    ///
    /// - Parameter tlsRoots: the TLS roots of verifiers and of the status list, in DER.
    /// - Throws: errors of the certificate library.
    init(of registrar: DemoRegistrar, tlsRoots: [[UInt8]]) throws {
        let settings = SharingSettings(
            accessRoots: [try registrar.accessRoot.der()], registrarRoots: [try registrar.registrarRoot.der()], tlsRoots: tlsRoots)
        text = String(decoding: ConfigurationPart(sharing: settings).json.encode(), as: UTF8.self) + "\n"
    }

    /// The two roots of a registrar as members of `sharing`, for a configuration that is written by hand.
    ///
    /// - Throws: errors of the certificate library.
    static func roots(of registrar: DemoRegistrar) throws -> String {
        let members: JSONObject = [
            "access_roots": X5C.encode([try registrar.accessRoot.der()]),
            "registrar_roots": X5C.encode([try registrar.registrarRoot.der()]),
        ]
        return String(decoding: members.encode(), as: UTF8.self)
    }
}

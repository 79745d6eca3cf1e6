// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderState
import ServerKit
import SimulatedPhone

/// Where the demo's provider is, before it is made: its issuer must know it, and it must know its issuer.
struct DemoProviderTLS {
    /// The provider's name.
    let name: ServerName
    /// Its directory, whose lock is held.
    let state: StateDirectory
    /// Its certificates for TLS.
    let authority: DevelopmentCertificateAuthority

    /// What its certificate leads to, DER.
    var root: [UInt8] { authority.rootCertificate }

    /// Takes the provider's directory and opens its certificates; makes them at the first start.
    ///
    /// - Throws: `StartError`; nothing that exists was changed.
    init(in directory: DemoDirectory, port: DemoPort) throws {
        name = port.name
        state = try directory.providerDirectory()
        do {
            authority = try DevelopmentCertificateAuthority(directory: ProviderFiles(directory: state.path).certificates, now: Date())
        } catch {
            throw StartError(
                "The wallet provider's files in \(state.path) cannot be used (\(error)). Nothing was changed; --fresh starts anew.")
        }
    }
}

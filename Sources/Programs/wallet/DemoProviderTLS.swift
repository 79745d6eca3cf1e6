// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import ServerKit
import ServerState

/// The address and certificates of the demo's provider, opened before the provider itself, because issuer and provider each need the
/// address and certificates of the other.
struct DemoProviderTLS {
    let name: ServerName
    /// The provider's locked directory.
    let state: StateDirectory
    /// The authority for its TLS certificates.
    let authority: DevelopmentCertificateAuthority

    /// The root of its certificate in DER.
    var root: [UInt8] { authority.rootCertificate }

    /// Locks the provider's directory and opens its certificates; creates them at the first start.
    ///
    /// - Throws: `StartError`; existing files stay unchanged.
    init(in directory: DemoDirectory, port: DemoPort) throws {
        name = port.name
        state = try directory.providerDirectory()
        do {
            authority = try DevelopmentCertificateAuthority(directory: ProviderFiles(directory: state.path).certificates, now: Date())
        } catch {
            throw StartError(
                "The wallet provider's files in \(state.path) cannot be used (\(error)). Nothing was changed; --fresh deletes it and starts again."
            )
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import Foundation
package import Logging
package import ServerKit
import ServerState

/// The server's certificate and its key, in files.
package struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's certificate and its chain to the root. Default: of a development CA in STATE/tls; the portal has none.",
            valueName: "pem"))
    package var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the server's certificate.", valueName: "pem"))
    package var tlsKey: String?

    package init() {}

    /// Checks that both options are given, or neither.
    package func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key must be given together")
        }
    }

    /// Reads certificate and key, and warns of a certificate that clients refuse or will refuse soon; nil without the options.
    ///
    /// - Parameter publicURL: the address by which clients know the server; nil when it is not known.
    /// - Throws: `StartError` when other users may read the key; `TLSFilesError`.
    package func identity(publicURL: String?, _ logger: Logger) throws -> TLSIdentity? {
        guard let tlsCertificate, let tlsKey else { return nil }
        try SecretFile(path: tlsKey).check()
        let identity = try TLSFiles(certificate: tlsCertificate, key: tlsKey).identity(at: Date())
        let host = publicURL.flatMap { URLComponents(string: $0)?.host }
        for warning in identity.warnings(forHost: host, at: Date()) { logger.warning("\(tlsCertificate): \(warning)") }
        return identity
    }
}

extension Setting {
    /// The settings of `TLSOptions`.
    package static func tls(_ options: @escaping @Sendable (Command) -> TLSOptions) -> [Setting] {
        [.text("tls-certificate") { options($0).tlsCertificate }, .text("tls-key") { options($0).tlsKey }]
    }
}

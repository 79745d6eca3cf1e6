// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import MDoc
import ServerState
import SwiftASN1
import X509

/// The trusted issuers of credentials.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("sd-jwt-root"),
        help: ArgumentHelp("Roots of issuers of SD-JWTs, and of their status lists; may be repeated.", valueName: "pem"))
    var sdJWTRoots: [String] = []

    @Option(
        name: .customLong("mdoc-root"),
        help: ArgumentHelp("Roots of issuers of mdocs, and of their status lists; may be repeated.", valueName: "pem"))
    var mdocRoots: [String] = []

    @Flag(help: "Also accept document signers of mdocs without the extended key usage and the country of ISO 18013-5.")
    var anyDocumentSigner = false

    func validate() throws {
        guard !sdJWTRoots.isEmpty || !mdocRoots.isEmpty else {
            throw ValidationError("no issuer is trusted: give --sd-jwt-root or --mdoc-root, or both")
        }
    }

    /// The requirements on document signers.
    var profile: DocumentSignerProfile {
        anyDocumentSigner ? DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: false) : .iso18013
    }

    /// Reads the roots.
    ///
    /// - Throws: `StartError` naming the file.
    func roots() throws -> (sdJWT: [Certificate], mdoc: [Certificate]) {
        (try Self.certificates(in: sdJWTRoots), try Self.certificates(in: mdocRoots))
    }

    /// Reads the certificates of PEM files.
    ///
    /// - Throws: `StartError` naming the file.
    static func certificates(in paths: [String]) throws -> [Certificate] {
        try paths.flatMap { path in
            let text = String(decoding: try StateFile.read(path, maximumBytes: 1 << 20), as: UTF8.self)
            guard let documents = try? PEMDocument.parseMultiple(pemString: text), !documents.isEmpty,
                let certificates = try? documents.map({ try Certificate(pemDocument: $0) })
            else { throw StartError("\(path) cannot be read as certificates in PEM") }
            return certificates
        }
    }
}

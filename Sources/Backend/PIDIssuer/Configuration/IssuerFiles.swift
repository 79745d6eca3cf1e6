// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
package import HSM
import JOSE
import JSON
import ServerState
import SwiftASN1
import X509

/// An issuer's files in one directory. Missing keys and certificates are created at the start.
package struct IssuerFiles: Sendable {
    /// The path of the directory.
    package let directory: String

    package init(directory: String) { self.directory = directory }

    /// The sealed software keys.
    package var keys: String { directory + "/keys.sealed" }
    /// The secret that opens ``keys``.
    package var secret: String { directory + "/keys.secret" }
    package var database: String { directory + "/issuer.sqlite" }
    /// The directory of the development CA's TLS files.
    package var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }
    /// The development root of credentials with its key. Exists only if no other authority certifies the document signer.
    package var authority: String { directory + "/issuer-ca.pem" }
    /// The root certificate alone, for clients that trust this issuer.
    package var root: String { directory + "/issuer-root.pem" }
    private var signer: String { directory + "/document-signer.json" }
    private var loginClient: String { directory + "/login-client.json" }

    /// The issuer's keys for signing and for the login provider.
    package struct Keys: Sendable {
        /// Signs credentials.
        package let signer: DocumentSigner
        /// Authenticates the issuer at the login provider.
        package let loginKey: WrappedKey
        /// The root certificate of the credentials, DER.
        package let root: [UInt8]
    }

    /// Opens keys and certificates, and creates missing files.
    ///
    /// - Parameter now: the current time.
    /// - Throws: `StartError` naming the file that cannot be read or written; `HSMError`. Existing files are never overwritten.
    package func open(_ hsm: any HSM, now: Date) async throws -> Keys {
        let authority = try developmentAuthority(now)
        let key: WrappedKey
        var certificates: [[UInt8]] = []
        var mdocCertificates: [[UInt8]] = []
        if let found = try read(signer) {
            key = found.key
            (certificates, mdocCertificates) = (found.certificates, found.mdocCertificates)
        } else {
            key = try await DocumentSigner.makeKey(in: hsm)
            certificates = [try authority.certify(key.publicKey, as: "PID document signer", for: .tokens, now: now)]
            mdocCertificates = [try authority.certify(key.publicKey, as: "PID document signer", for: .mdocs, now: now)]
            try write(key, certificates, mdocCertificates, to: signer)
        }
        let loginKey: WrappedKey
        if let found = try read(loginClient) {
            loginKey = found.key
        } else {
            loginKey = try await LoginClient.makeKey(in: hsm)
            try write(loginKey, [], [], to: loginClient)
        }
        return Keys(
            signer: DocumentSigner(hsm: hsm, key: key, certificates: certificates, mdocCertificates: mdocCertificates),
            loginKey: loginKey, root: try authority.rootCertificate())
    }

    private func developmentAuthority(_ now: Date) throws -> DevelopmentIssuerAuthority {
        guard !isThere(authority) else {
            let text = String(decoding: try StateFile.read(authority, maximumBytes: 64 * 1024), as: UTF8.self)
            guard let found = try? DevelopmentIssuerAuthority(pemEncoded: text) else {
                throw StartError("\(authority) is damaged; put it back. Nothing was changed.")
            }
            return found
        }
        guard !isThere(signer) else { throw StartError("\(authority) is missing, but \(signer) is there; put it back") }
        let made = try DevelopmentIssuerAuthority(name: "PID issuer development CA", now: now)
        try StateFile.replace(root, with: Array((made.root.serializeAsPEM().pemString + "\n").utf8), permissions: 0o644)
        try StateFile.replace(authority, with: Array(made.pemEncoded().utf8))
        return made
    }

    private func read(
        _ path: String
    ) throws -> (key: WrappedKey, certificates: [[UInt8]], mdocCertificates: [[UInt8]])? {
        guard isThere(path) else { return nil }
        let bytes = try StateFile.read(path, maximumBytes: 64 * 1024)
        do {
            var reader = JSONReader(try JSONObject(parsing: bytes))
            let key = WrappedKey(publicKey: try JWK(reader.object("public_key")).publicKey, wrapped: try reader.bytes("wrapped"))
            let chains = try ["x5c", "x5chain"].map { name in
                try reader.array(name).map { value in
                    guard case .string(let text) = value else { throw JSONError(.wrongType, name) }
                    return try Base64URL.decode(text)
                }
            }
            try reader.finish()
            return (key, chains[0], chains[1])
        } catch {
            throw StartError("\(path) is damaged; put it back. Nothing was changed.")
        }
    }

    private func write(_ key: WrappedKey, _ certificates: [[UInt8]], _ mdocCertificates: [[UInt8]], to path: String) throws {
        func chain(_ certificates: [[UInt8]]) -> JSONValue { .array(certificates.map { .string(Base64URL.encode($0)) }) }
        let object: JSONObject = [
            "public_key": .object(JWK(key.publicKey).json), "wrapped": .string(Base64URL.encode(key.wrapped)),
            "x5c": chain(certificates), "x5chain": chain(mdocCertificates),
        ]
        try StateFile.replace(path, with: object.encode())
    }

    private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import ServerState
package import WalletConfiguration

/// A signer of configurations and update policies, which turns contents into a document to serve.
package struct ConfigurationSigner: Sendable {
    package let key: SigningKey
    /// The keys that may have signed the document already at the output path.
    package let trust: DocumentTrust

    /// Creates a signer.
    ///
    /// - Parameter trust: the keys that signed earlier editions; nil for this key only.
    package init(key: SigningKey, trust: DocumentTrust? = nil) {
        self.key = key
        self.trust = trust ?? key.trust
    }

    /// Signs contents and replaces the document at a path.
    ///
    /// - Parameters:
    ///   - version: must be higher than the existing document's version.
    ///   - issuedAt, expiresAt: seconds since 1970.
    ///   - path: the path of the existing and the new document.
    /// - Returns: the new document.
    /// - Throws: `StartError` if the version is not higher or the existing file is unreadable; nothing is changed in these cases.
    ///   `DocumentRefusal` if phones would reject the document's claims or length at any time.
    @discardableResult
    package func sign<Contents: DocumentContents>(
        _ contents: Contents, version: Int64, issuedAt: Int64, expiresAt: Int64, to path: String
    ) throws -> SignedDocument<Contents> {
        try StateFile.withLock(onDirectoryOf: path) {
            if FileManager.default.fileExists(atPath: path) {
                let present = try presentVersion(path, Contents.self)
                guard version > present else {
                    throw StartError(
                        """
                        \(path) has version \(present), and phones take higher ones only; sign with --version \(present + 1) or more. To \
                        go back to what an earlier edition said, sign its contents again with a new version. Nothing was changed.
                        """)
                }
            }
            let claims = try DocumentClaims(version: version, issuedAt: issuedAt, expiresAt: expiresAt, environment: key.environment)
            let document = try SignedDocument(signing: contents, claims: claims, keyID: key.keyID, key: key.key)
            try StateFile.replace(path, with: Array((document.token + "\n").utf8), permissions: 0o644)
            return document
        }
    }

    private func presentVersion<Contents: DocumentContents>(_ path: String, _: Contents.Type) throws -> Int64 {
        let bytes = try StateFile.read(path, maximumBytes: Contents.maximumTokenBytes + 1)
        let text = String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
        do throws(DocumentRefusal) {
            return try SignedDocument<Contents>(verifying: text, trusting: trust).version
        } catch {
            throw StartError(
                """
                \(path) is there and its version cannot be trusted (\(error.reason)). When another key signed it, name both keys with \
                --signers; otherwise move it away. Nothing was changed.
                """)
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import Foundation
import JOSE
import JSON
import ServerState
package import WalletConfiguration

/// A key that signs the documents of one environment, with its file: `{"kid", "environment", "kty", "crv", "x", "y", "d"}`, mode 0600.
package struct SigningKey: Sendable {
    /// The id under which phones have pinned the key.
    package let keyID: String
    /// The only environment whose documents the key signs.
    package let environment: EnvironmentName
    package let key: P256.Signing.PrivateKey

    /// Creates a new key.
    ///
    /// - Parameter keyID: 1 to 64 visible ASCII characters; nil for `config-` and 16 hexadecimal digits of the key's SHA-256.
    /// - Throws: `StartError` for an invalid key id.
    package init(creatingFor environment: EnvironmentName, keyID: String? = nil) throws {
        key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: key.publicKey.rawRepresentation).prefix(8)
        let name = keyID ?? "config-" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard KeyID.isAcceptable(name) else { throw StartError("a key id must have 1 to 64 visible ASCII characters") }
        self.keyID = name
        self.environment = environment
    }

    /// Reads a key file.
    ///
    /// - Throws: `StartError` naming the file if it is unreadable, accessible to other users, or not a valid key. The error contains none
    ///   of the file's content.
    package init(file path: String) throws {
        let bytes = try StateFile.read(path, maximumBytes: 4096)
        let attributes = try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        guard let permissions = attributes?[.posixPermissions] as? NSNumber, permissions.intValue & 0o077 == 0 else {
            throw StartError("\(path) holds a signing key and may be read by its owner only: chmod 600 \(path)")
        }
        do {
            var reader = JSONReader(try JSONObject(parsing: bytes))
            let keyID = try reader.string("kid")
            let environment = EnvironmentName(try reader.string("environment"))
            let key = try P256.Signing.PrivateKey(rawRepresentation: reader.bytes("d"))
            let publicKey = try JWK([
                "kty": reader.value("kty"), "crv": reader.value("crv"), "x": reader.value("x"), "y": reader.value("y"),
            ])
            try reader.finish()
            guard let environment, KeyID.isAcceptable(keyID), publicKey == JWK(key.publicKey) else { throw StartError("") }
            self.keyID = keyID
            self.environment = environment
            self.key = key
        } catch {
            throw StartError("\(path) is no signing key as `wallet-config keys create` makes it")
        }
    }

    /// Writes the key file.
    ///
    /// - Throws: `StartError` if the path exists already or cannot be written.
    package func write(to path: String) throws {
        // Never overwrite a key, because it could not be recovered.
        guard !FileManager.default.fileExists(atPath: path) else {
            throw StartError("\(path) is there already and was not changed; a key that is lost cannot be made again")
        }
        var object: JSONObject = ["kid": .string(keyID), "environment": .string(environment.text)]
        for (name, value) in JWK(key.publicKey).json.members { object.append(name, value) }
        object.append("d", .string(Base64URL.encode(key.rawRepresentation)))
        try StateFile.replace(path, with: object.encode() + Array("\n".utf8))
    }

    /// The trust in this key only.
    package var trust: DocumentTrust { DocumentTrust(environment: environment, keys: [keyID: JWK(key.publicKey)]) }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import ServerCommands
import ServerState

/// The files in a verifier's state directory.
struct VerifierFiles: Sendable {
    let directory: String

    /// The database.
    var sessions: String { directory + "/sessions.sqlite" }
    /// The secret that seals sessions and authenticates links: 32 bytes in base64url, on the first line.
    var secret: String { directory + "/session-secret" }
    /// A folder for each party.
    var parties: String { directory + "/parties" }
    /// The development certificates.
    var certificates: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }

    /// Reads the secret, and makes it at the first start. Without it, stored sessions cannot be read, so no new one is made beside them.
    ///
    /// - Parameter given: the path of a secret that several servers share; nil for the file in the directory.
    /// - Throws: `StartError` naming the file.
    func sessionSecret(given: String?) throws -> [UInt8] {
        let path = given ?? secret
        if given == nil, !FileManager.default.fileExists(atPath: secret) {
            guard !FileManager.default.fileExists(atPath: sessions) else {
                throw StartError("\(secret) is missing, but \(sessions) is there: put the secret back, or remove the sessions")
            }
            try StateFile.replace(secret, with: Array((Base64URL.encode(systemRandomBytes(32)) + "\n").utf8))
        }
        guard let bytes = try? Base64URL.decode(SecretFile(path: path).firstLine()), bytes.count >= 32 else {
            try SecretFile(path: path).check()
            throw StartError("\(path) has no 32 bytes in base64url on its first line")
        }
        return bytes
    }
}

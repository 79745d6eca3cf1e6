// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import ServerKit

/// A directory with contents, in which `wallet-config` runs.
struct ConfigurationTools {
    private let place: TemporaryDirectory
    var directory: URL { place.url }

    init() throws {
        place = try TemporaryDirectory()
    }

    func path(_ name: String) -> String { place.path(name) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(filePath: path(name))) }

    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }

    func run(_ arguments: String..., stoppingAt text: String? = nil) async throws -> ProgramRun {
        try await ProgramRun(arguments, of: "wallet-config", stoppingAt: text)
    }

    func createKey(_ name: String = "key.json", environment: String = "test", keyID: String = "k1") async throws -> ProgramRun {
        try await run(
            "keys", "create", "--output", path(name), "--environment", environment, "--key-id", keyID, "--signers", path("signers.json"))
    }

    func sign(
        _ kind: String = "update-policy", _ contents: String = "policy.json", version: String, key: String = "key.json",
        environment: String = "test", days: String = "30", signers: String? = nil, output: String = "update-policy.jwt", more: [String] = []
    ) async throws -> ProgramRun {
        try await ProgramRun(
            [
                "sign", kind, path(contents), "--key", path(key), "--environment", environment, "--version", version, "--days", days,
                "--output", path(output),
            ] + (signers.map { ["--signers", path($0)] } ?? []) + more, of: "wallet-config")
    }

    static let policy = #"{"available":["1.2.0"],"rules":[{"versions":"<1.0.0","state":"block"}]}"#

    /// Writes a configuration whose root is a certificate.
    func configuration(lock: Int = 300, root: String? = nil) throws -> String {
        let authority = try DevelopmentCertificateAuthority(directory: directory.appending(path: "ca"), now: Date())
        let root = root ?? Data(authority.rootCertificate).base64EncodedString()
        let key = P256.Signing.PrivateKey()
        let jwk = String(decoding: JWK(key.publicKey).json.encode(), as: UTF8.self)
        let address = #"{"url":"https://config.example","tls_roots":["\#(root)"]}"#
        return #"""
            {"lock_timeouts":{"inactivity_seconds":\#(lock)},
             "provider":{"url":"https://provider.example","tls_roots":["\#(root)"],"certificate_keys":{"c":\#(jwk)},"result_keys":{"r":\#(jwk)}},
             "services":{"configuration":\#(address),"update_policy":\#(address)},"support":{"phone":"+31701234567"},
             "app_stores":{"ios":"https://apps.example","android":"https://play.example"}}
            """#
    }
}

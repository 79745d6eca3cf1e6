// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import SwiftASN1

extension Installation {
    /// Runs a body with an installation in a temporary directory, which is deleted at the end.
    ///
    /// - Parameter isWitnessed: the server keeps a witness's journal. A store that this process opens has none.
    static func with<Value: Sendable>(
        _ kind: Kind, isWitnessed: Bool = false, _ body: (Installation, _ directory: String) async throws -> Value
    ) async throws -> Value {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallet-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let installation = try await make(kind, in: directory, isWitnessed: isWitnessed)
        do {
            let value = try await body(installation, directory)
            await installation.end()
            return value
        } catch {
            await installation.end()
            throw error
        }
    }

    /// Prepares an installation in an empty directory and starts its database server, if any.
    private static func make(_ kind: Kind, in directory: String, isWitnessed: Bool) async throws -> Installation {
        var generator = SystemRandomNumberGenerator()
        let authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        let root = directory + "/attestation-root.pem"
        try authority.root.serializeAsPEM().pemString.write(toFile: root, atomically: true, encoding: .utf8)
        let state = directory + "/state"
        var arguments = [
            "serve", "--state", state, "--port", "0", "--public-url", BenchmarkPhone.publicURL, "--apple-root", root, "--apple-app-id",
            BenchmarkPhone.appIDText, "--apple-environment", "development",
            "--allow-development-roots",
            // All phones have the same address here.
            "--requests-per-address", "0", "--registration-requests-per-address", "0", "--registration-requests", "0",
        ]
        if isWitnessed {
            let journal = directory + "/witness"
            try FileManager.default.createDirectory(
                atPath: journal, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            arguments += ["--witness-journal", journal]
        }
        switch kind {
        case .sqlite: return sqlite(state: state, arguments: arguments, authority)
        case .postgres: return try await postgres(state: state, in: directory, arguments: arguments, authority)
        }
    }
}

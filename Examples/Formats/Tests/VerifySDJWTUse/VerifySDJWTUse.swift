// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Runs the program verify-sd-jwt, as a user of README.md does.
struct VerifySDJWTUse {
    static let type = "https://library.example/card"

    let issuer = P256.Signing.PrivateKey()

    private func credential() async throws -> String {
        let key = issuer
        // The program compares with the computer's clock.
        let unsigned = try UnsignedSDJWT(
            claims: ["vct": .string(Self.type), "exp": .integer(Int64(Date().timeIntervalSince1970) + 3600), "name": "Zoë"],
            disclosable: [["name"]], random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        return try await unsigned.signed { Array(try key.signature(for: $0).rawRepresentation) }.serialized
    }

    private func run(_ type: String, _ key: P256.Signing.PublicKey, _ text: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = try #require(Bundle.main.executableURL).deletingLastPathComponent().appending(path: "verify-sd-jwt")
        process.arguments = [type, String(decoding: JWK(key).json.encode(), as: UTF8.self), text]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `the claims of a genuine credential are printed`() async throws {
        let ran = try run(Self.type, issuer.publicKey, try await credential())
        #expect(ran.status == 0)
        let claims = try JSONObject(parsing: Array(ran.output.trimmingCharacters(in: .newlines).utf8))
        #expect(claims["name"] == "Zoë")
        #expect(claims["vct"] == .string(Self.type))
    }

    @Test func `a credential of another issuer or of another type is refused, with the reason`() async throws {
        let text = try await credential()
        let foreign = try run(Self.type, P256.Signing.PrivateKey().publicKey, text)
        #expect(foreign.status == 1)
        #expect(foreign.output == "refused: signature\n")
        let other = try run("https://library.example/other", issuer.publicKey, text)
        #expect(other.status == 1)
        #expect(other.output == "refused: credential_type\n")
    }
}

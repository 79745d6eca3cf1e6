// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

/// `wallet-provider serve` with wallet attestations, as a process.
@Suite(.timeLimit(.minutes(20))) struct ServeAttestationTests {
    let files: AttestationFiles
    private let state: String
    private let root = P256.Signing.PrivateKey()

    init() throws {
        files = try AttestationFiles()
        state = files.directory.path + "/state"
    }

    private func serve(_ arguments: [String], stoppingAt text: String? = nil) async throws -> ProgramRun {
        let googleRoot = try files.file("google.pem", AttestationFiles.pem(files.chain[3]))
        return try await ProgramRun(
            [
                "serve", "--state", state, "--port", "0", "--public-url", "https://provider.example", "--android-root", googleRoot,
                "--android-app-id", "nl.example", "--android-signing-digest", String(repeating: "ab", count: 32),
                "--android-patch-level", "2026-01", "--android-revocation-list", "/nowhere/status.json", "--allow-development-roots",
            ] + arguments, stoppingAt: text)
    }

    /// Returns the path of a certificate for a key in PEM.
    private func certificate(of pem: String, isValid: Bool = true) throws -> String {
        let now = Date()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: .init(P256.Signing.PublicKey(pemRepresentation: pem)), notValidBefore: now - 7200,
            notValidAfter: now + (isValid ? 7200 : -3600), issuer: DistinguishedName { CommonName("root") },
            subject: DistinguishedName { CommonName("provider") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) }, issuerPrivateKey: .init(root))
        return try files.file("attestation.pem", certificate.serializeAsPEM().pemString)
    }

    @Test func `the provider serves with a certificate for the printed key, and refuses one for another key`() async throws {
        #expect(try await ProgramRun(["keys", "create", "--state", state]).status == 0)
        let key = try await ProgramRun(["keys", "export", "attestation", "--state", state]).output
        let options = ["--attestation-client-id", "https://wallet.example/app", "--attestation-wallet-name", "Wallet"]
        let good = try await serve(
            options + ["--attestation-certificate", try certificate(of: key), "--attestation-lifetime", "600"], stoppingAt: "serving")
        #expect(good.status == 0, "\(good.errors)")

        let old = try await serve(options + ["--attestation-certificate", try certificate(of: key, isValid: false)])
        #expect(old.status == 1)
        #expect(old.errors.contains("not valid now"), "\(old.errors)")
        let foreign = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let other = try await serve(options + ["--attestation-certificate", try certificate(of: foreign)])
        #expect(other.status == 1)
        #expect(other.errors.contains("keys export attestation"), "\(other.errors)")
        let missing = try await serve(options + ["--attestation-certificate", "/nowhere.pem"])
        #expect(missing.status == 1)
        #expect(missing.errors.contains("/nowhere.pem"), "\(missing.errors)")
    }

    @Test func `incomplete or invalid attestation options are usage errors`() async throws {
        let both = ["--attestation-certificate", "a.pem", "--attestation-client-id", "https://wallet.example/app"]
        let wrong: [[String]] = [
            Array(both.prefix(2)), Array(both.suffix(2)), ["--attestation-wallet-name", "Wallet"], ["--attestation-lifetime", "600"],
            both + ["--attestation-lifetime", "59"], both + ["--attestation-lifetime", "86401"], both + ["--attestation-lifetime", "1h"],
            both + ["--attestation-wallet-name", ""], Array(both.prefix(3)) + [""], Array(both.prefix(3)) + ["a b"],
        ]
        for arguments in wrong {
            let run = try await serve(arguments)
            #expect(run.status == 64, "\(arguments): \(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: state))
        }
    }
}

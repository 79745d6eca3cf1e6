// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SwiftASN1
import Testing
import WalletConfiguration
import X509

/// `wallet-provider keys` as a process: a key signs only after phones could learn it, and every step is in the audit log.
@Suite(.timeLimit(.minutes(20))) struct KeysCommandTests {
    private let files: AttestationFiles
    private let state: String
    private let signer = P256.Signing.PrivateKey()

    init() async throws {
        files = try AttestationFiles()
        state = files.directory.path + "/state"
        for command in [["keys", "create"], ["migrate"]] {
            let run = try await ProgramRun(command + ["--state", state])
            try #require(run.status == 0, "\(run.errors)")
        }
    }

    private func keys(_ arguments: [String]) async throws -> ProgramRun { try await ProgramRun(["keys"] + arguments + ["--state", state]) }

    /// Returns the state of each key of a purpose, by name.
    private func states(_ purpose: String) async throws -> [String: String] {
        let lines = try await keys(["list"]).output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        return Dictionary(uniqueKeysWithValues: lines.filter { $0[1] == purpose }.map { ($0[0], $0[2]) })
    }

    private func key(_ state: String, _ purpose: String) async throws -> String {
        try #require(try await states(purpose).first { $0.value == state }?.key)
    }

    /// Returns the audit log's entries, in order.
    private func audit() async throws -> [JSONObject] {
        let run = try await ProgramRun(["audit", "verify", "--print", "--state", state])
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap { line in
            try? JSONObject(parsing: Array(line.utf8))
        }
    }

    /// Returns the options that name a served configuration with these certificate keys, published that many seconds ago.
    private func published(_ keys: [String: JWK], ago seconds: TimeInterval) throws -> [String] {
        let now = Date()
        let issued = Int64(now.timeIntervalSince1970 - seconds)
        let address = ServiceAddress(
            url: try #require(WebAddress(base: "https://provider.test")),
            tlsRoots: [[0x30, 0x81, 0xC8] + [UInt8](repeating: 0, count: 200)])
        let contents = ConfigurationDocument(
            provider: ProviderAddress(
                address: address, certificateKeys: keys, resultKeys: ["other": JWK(P256.Signing.PrivateKey().publicKey)]),
            services: Services(configuration: address, updatePolicy: address, pidIssuer: nil))
        let environment = try #require(EnvironmentName("test"))
        let claims = try DocumentClaims(version: 2, issuedAt: issued, expiresAt: issued + 30 * 86_400, environment: environment)
        let document = try SignedConfiguration(signing: contents, claims: claims, keyID: "signer", key: signer)
        let path = try files.file("configuration.jwt", document.token + "\n")
        try FileManager.default.setAttributes([.modificationDate: now.addingTimeInterval(-seconds)], ofItemAtPath: path)
        let trust = DocumentTrust(environment: environment, keys: ["signer": JWK(signer.publicKey)])
        return ["--configuration", path, "--signers", try files.file("signers.json", Data(trust.json.encode()))]
    }

    /// Returns the public keys of certificates: the signing key and, if present, the next one.
    private func certificateKeys() async throws -> [String: JWK] {
        var found: [String: JWK] = [:]
        for (state, options) in [("active", []), ("next", ["--next"])] as [(String, [String])] {
            let pem = try await keys(["export", "certificate"] + options).output
            found[try await key(state, "certificate")] = JWK(try P256.Signing.PublicKey(pemRepresentation: pem))
        }
        return found
    }

    @Test func `a next key is not activated until a configuration with it was in force for long enough`() async throws {
        let old = try await key("active", "certificate")
        let made = try await keys(["next", "certificate"])
        #expect(made.status == 0, "\(made.errors)")
        let next = try await key("next", "certificate")
        #expect(made.output.contains("{\"\(next)\":{\"kty\":\"EC\""), "\(made.output)")

        let known = try await certificateKeys()
        let files: [() throws -> [String]] = [
            { [] }, { try published([old: try #require(known[old])], ago: 864_000) }, { try published(known, ago: 0) },
        ]
        for file in files {
            let options = try file()
            for command in ["check", "activate"] {
                let run = try await keys([command, "certificate"] + options)
                #expect(run.status == 1 && run.output.contains("not safe: "), "\(run.output) \(run.errors)")
            }
        }
        #expect(try await states("certificate") == [old: "active", next: "next"])
        #expect(try await audit().map { $0["act"] } == ["make_next_key"])

        let options = try published(known, ago: 7300)
        let check = try await keys(["check", "certificate"] + options)
        #expect(check.status == 0 && check.output.contains("safe: "), "\(check.output) \(check.errors)")
        let activated = try await keys(["activate", "certificate"] + options)
        #expect(activated.status == 0, "\(activated.output) \(activated.errors)")
        #expect(try await states("certificate") == [old: "verify-only", next: "active"])
        let record = try #require(try await audit().last)
        #expect(record["act"] == "activate_key" && record["key_id"] == .string(next) && record["forced"] == .bool(false))
    }

    @Test func `--force activates a key that may be unpublished, and the audit log records it`() async throws {
        #expect(try await keys(["activate", "result"]).status == 1)
        #expect(try await keys(["next", "result"]).status == 0)
        let next = try await key("next", "result")
        #expect(try await keys(["next", "result"]).status == 0)
        #expect(try await states("result").count == 2)
        let forced = try await keys(["activate", "result", "--force"])
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try await states("result")[next] == "active")
        let records = try await audit()
        #expect(records.map { $0["act"] } == ["make_next_key", "activate_key"])
        #expect(records.last?["forced"] == .bool(true))
    }

    @Test func `certificate keys verify for a hundred years by default, and less than a year needs --force`() async throws {
        #expect(try await keys(["next", "certificate"]).status == 0)
        let options = try published(try await certificateKeys(), ago: 7300)
        let short = try await keys(["activate", "certificate", "--old-keys-verify-days", "30"] + options)
        #expect(short.status == 1 && short.output.contains("register again"), "\(short.output)")
        #expect(try await keys(["activate", "certificate"] + options).status == 0)
        let line = try #require(try await keys(["list"]).output.split(separator: "\n").first { $0.contains("certificate\tverify-only") })
        #expect(line.contains("expires 21"), "\(line)")
    }

    @Test func `the signing key is not retired, and a key that signed wallets' certificates is retired only with --force`() async throws {
        let old = try await key("active", "certificate")
        for name in [old, "certificate-0000000000000000", "nonsense"] {
            #expect(try await keys(["retire", name, "--force"]).status == 1)
        }
        #expect(try await keys(["next", "certificate"]).status == 0)
        #expect(try await keys(["activate", "certificate", "--force"]).status == 0)
        #expect(try await keys(["retire", old]).status == 1)
        #expect(try await states("certificate")[old] == "verify-only")
        #expect(try await keys(["retire", old, "--force"]).status == 0)
        #expect(try await states("certificate")[old] == "expired")
        let record = try #require(try await audit().last)
        #expect(record["act"] == "retire_key" && record["key_id"] == .string(old))
    }

    @Test func `an immediate rotation needs --force, and only the forced rotation is in the audit log`() async throws {
        let before = try await states("result")
        let refused = try await keys(["rotate", "result", "--old-keys-verify-days", "1"])
        #expect(refused.status == 64 && refused.errors.contains("keys next"), "\(refused.errors)")
        #expect(try await states("result") == before)
        #expect(try await keys(["rotate", "result", "--old-keys-verify-days", "1", "--force"]).status == 0)
        #expect(try await states("result").count == 2)
        #expect(try await audit().map { $0["act"] } == ["rotate_key"])
    }

    @Test func `the next attestation key is activated only with a certificate for it`() async throws {
        #expect(try await keys(["export", "attestation", "--next"]).status == 1)
        #expect(try await keys(["next", "attestation"]).status == 0)
        let without = try await keys(["activate", "attestation"])
        #expect(without.status == 1 && without.output.contains("not safe"), "\(without.output)")
        let pem = try await keys(["export", "attestation", "--next"]).output
        let (root, now) = (P256.Signing.PrivateKey(), Date())
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(P256.Signing.PublicKey(pemRepresentation: pem)),
            notValidBefore: now - 7200, notValidAfter: now + 7200, issuer: DistinguishedName { CommonName("root") },
            subject: DistinguishedName { CommonName("provider") }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) }, issuerPrivateKey: .init(root))
        let file = try files.file("next.pem", certificate.serializeAsPEM().pemString)
        let activated = try await keys(["activate", "attestation", "--attestation-certificate", file])
        #expect(activated.status == 0, "\(activated.output) \(activated.errors)")
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import JSON
import PhoneSimulator
import SwiftASN1
import Testing
import X509

/// The attestation of a simulated Android phone in files, with the inputs for its verification; and files of any content.
final class AttestationFiles: Sendable {
    private let files: TemporaryDirectory
    var directory: URL { files.url }
    let chain: [[UInt8]]
    let authority: DevelopmentGoogleCA

    static let time = Date(timeIntervalSince1970: 1_790_000_000)
    static let challenge = "the.enrolment.challenge"

    init() throws {
        files = try TemporaryDirectory()
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentGoogleCA(now: Self.time, using: &generator)
        let month = try #require(PatchLevel(year: 2026, month: 3))
        let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 0xab, count: 32))
        let key = AndroidKeystoreKey(privateKey: P256.Signing.PrivateKey(), app: app, device: AndroidDevice(osPatchLevel: month))
        chain = try key.attestation(challenge: Array(SHA256.hash(data: Data(Self.challenge.utf8))), by: authority, now: Self.time)
    }

    /// Writes a file in the directory and returns its path.
    func file(_ name: String, _ content: some DataProtocol) throws -> String {
        let url = directory.appending(path: name)
        try Data(content).write(to: url)
        return url.path
    }

    func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

    /// Encodes a certificate in PEM on a single line, as Google's files have them.
    static func pem(_ der: [UInt8]) -> String {
        "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString())\n-----END CERTIFICATE-----\n"
    }

    /// Returns the arguments to accept the chain, except the chain.
    func arguments(
        root: String? = nil, time: String = "2026-09-21T13:46:40Z", list: String? = nil, challenge: [String] = ["--challenge", challenge]
    ) throws -> [String] {
        let root = try root ?? file("root.pem", Self.pem(chain[3]))
        let list = try list ?? file("status.json", #"{"entries":{}}"#)
        return [
            "attestation", "verify", "--kind", "android", "--root", root, "--time", time, "--app-id", "nl.example.wallet",
            "--signing-digest", Array(repeating: "AB", count: 32).joined(separator: ":"), "--patch-level", "2026-03", "--revocation-list",
            list,
            "--revocation-list-time", "2026-09-21T13:00:00Z",
        ] + challenge
    }
}

/// The program's printed report.
struct PrintedReport {
    let verdict: String
    let reason: String?
    let object: [String: Any]

    init(_ run: ProgramRun) throws {
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        object = try #require(json as? [String: Any], "\(run.errors)")
        verdict = try #require(object["verdict"] as? String)
        reason = object["reason"] as? String
    }

    /// Returns a member of `fields`, by its path.
    func field(_ path: String...) -> Any? {
        path.reduce(object["fields"]) { ($0 as? [String: Any])?[$1] }
    }
}

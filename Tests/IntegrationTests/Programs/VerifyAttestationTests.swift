// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import Testing
import X509

/// `wallet-provider attestation verify`, as a process.
@Suite(.timeLimit(.minutes(20))) struct VerifyAttestationTests {
    let files: AttestationFiles

    init() throws {
        files = try AttestationFiles()
    }

    /// Stores the chain in files: PEM one per file, PEM all in one, DER.
    private func stored(_ form: String) throws -> [String] {
        switch form {
        case "pem": try files.chain.enumerated().map { try files.file("cert\($0).pem", AttestationFiles.pem($1)) }
        case "one": [try files.file("chain.pem", "text before\n" + files.chain.map(AttestationFiles.pem).joined(separator: "\n"))]
        default: try files.chain.enumerated().map { try files.file("cert\($0).der", $1) }
        }
    }

    @Test(arguments: ["pem", "one", "der"])
    func `a genuine chain is accepted with every field, whatever form it is stored in`(form: String) async throws {
        let run = try await ProgramRun(try files.arguments() + stored(form))
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let report = try PrintedReport(run)
        #expect(report.verdict == "accepted" && report.reason == nil)
        #expect(report.object["kind"] as? String == "android")
        #expect(report.object["time"] as? String == "2026-09-21T13:46:40Z")
        #expect((report.object["certificates"] as? [Any])?.count == 4)
        #expect(report.field("attestationSecurityLevel") as? String == "TrustedEnvironment")
        #expect(report.field("hardwareEnforced", "rootOfTrust", "deviceLocked") as? Bool == true)
        #expect(report.field("hardwareEnforced", "osPatchLevel") as? Int == 202_603)
        #expect((report.field("publicKey") as? String)?.count == 130)
    }

    @Test func `a chain is refused with the reason for its one defect`() async throws {
        let chain = try stored("pem")
        let stranger = try AttestationFiles()
        let serial = files.authority.trustedEnvironment.certificate.serialNumber.bytes
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let revoking = try files.file("revoking.json", #"{"entries":{"\#(serial)":{"status":"SUSPENDED"}}}"#)
        let foreignRoot = try files.file("foreign.pem", AttestationFiles.pem(stranger.chain[3]))
        let base = try files.arguments()
        func changed(_ option: String, _ value: String) -> [String] {
            var arguments = base
            if let index = arguments.firstIndex(of: option) { arguments[index + 1] = value }
            return arguments
        }
        let cases: [(arguments: [String], reason: String)] = [
            (changed("--root", foreignRoot), "certificate_chain"), (changed("--time", "2026-09-01T00:00:00Z"), "certificate_chain"),
            (changed("--revocation-list-time", "2026-09-20T00:00:00Z"), "revocation_unknown"),
            (changed("--revocation-list", revoking), "revoked"), (changed("--challenge", "another"), "challenge"),
            (changed("--app-id", "nl.example.other"), "app_id"),
            (changed("--signing-digest", String(repeating: "0", count: 64)), "app_id"),
            (changed("--patch-level", "2026-04"), "patch_level"),
            (base + ["--security-level", "strongbox"], "security_level"),
            (base + ["--verified-boot-key", "00"], "verified_boot"),
        ]
        for (arguments, reason) in cases {
            let run = try await ProgramRun(arguments + chain)
            #expect(run.status == 1, "\(reason): \(run.errors)")
            #expect(try PrintedReport(run).reason == reason)
        }
        let withoutList = base.enumerated().filter { !["--revocation-list", "--revocation-list-time"].contains($1) }.map(\.element)
            .filter { !$0.hasSuffix("status.json") && $0 != "2026-09-21T13:00:00Z" }
        let run = try await ProgramRun(withoutList + chain)
        #expect(run.status == 1)
        #expect(try PrintedReport(run).reason == "revocation_unknown")
    }

    @Test func `the challenge may be given as bytes instead of text`() async throws {
        let hash = "--challenge-hash"
        let run = try await ProgramRun(try files.arguments(challenge: [hash, "00"]) + stored("one"))
        #expect(try PrintedReport(run).reason == "challenge")
        let expected = try #require(PrintedReport(run).field("attestationChallenge") as? String)
        let second = try await ProgramRun(try files.arguments(challenge: [hash, expected]) + stored("one"))
        #expect(second.status == 0)
    }

    // MARK: Unusable input

    @Test func `a usage error ends with 2, explains itself and prints no verdict`() async throws {
        let chain = try stored("one")
        let base = try files.arguments()
        let wrong: [[String]] = [
            ["attestation", "verify"], base, base + ["--bogus"] + chain, base + ["--time", "yesterday"] + chain,
            base + ["--patch-level", "2026"] + chain, base + ["--signing-digest", "ab"] + chain, base + ["--challenge-hash", "00"] + chain,
            base + ["--kind", "windows"] + chain, base + ["--revocation-max-age", "-1"] + chain, try files.arguments(challenge: []) + chain,
            [
                "attestation", "verify", "--kind", "apple", "--root", chain[0], "--app-id", "nl.example.wallet", "--challenge", "c",
                chain[0],
            ],
        ]
        for arguments in wrong {
            let run = try await ProgramRun(arguments)
            #expect(run.status == 2, "\(arguments)")
            #expect(run.output.isEmpty && !run.errors.isEmpty)
        }
        #expect(try await ProgramRun(["attestation", "verify", "--help"]).status == 0)
    }

    @Test func `an unreadable file ends with 2 and is named`() async throws {
        let chain = try stored("one")
        let garbage = try files.file("garbage", "no certificate")
        let missing = files.directory.path + "/missing"
        let list = try files.file("broken.json", "{}")
        let cases: [(arguments: [String], file: String)] = [
            (try files.arguments() + [missing], missing), (try files.arguments() + [garbage], garbage),
            (try files.arguments() + [files.directory.path], files.directory.path),
            (try files.arguments(root: missing) + chain, missing), (try files.arguments(root: garbage) + chain, garbage),
            (try files.arguments(list: missing) + chain, missing), (try files.arguments(list: list) + chain, list),
        ]
        for (arguments, file) in cases {
            let run = try await ProgramRun(arguments)
            #expect(run.status == 2)
            #expect(run.output.isEmpty && run.errors.contains(file), "\(run.errors)")
        }
        // A certificate file that is not a chain is still judged.
        let root = try files.file("root.der", files.chain[3])
        #expect(try PrintedReport(try await ProgramRun(try files.arguments() + [root])).reason == "certificate_chain")
        let rubbish = try files.file("rubbish.der", [0x30, 0x00] as [UInt8])
        #expect(try PrintedReport(try await ProgramRun(try files.arguments() + [rubbish, rubbish])).reason == "certificate_chain")
    }
}

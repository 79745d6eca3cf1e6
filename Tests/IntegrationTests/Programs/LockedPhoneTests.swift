// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// `wallet-provider attestation verify` on genuine locked phones, with Google's roots as published by Google.
@Suite(.timeLimit(.minutes(20)))
struct LockedPhoneTests {
    private static func chain(_ name: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../Fixtures/AndroidKeyAttestation/\(name).pem").standardizedFileURL.path
    }

    /// Writes `roots.json`: the last certificate of each chain.
    private static func roots(in directory: URL) throws -> String {
        let texts = try ["taimen", "tegu"].map { name in
            let parts = try String(contentsOfFile: chain(name), encoding: .utf8).components(separatedBy: "-----BEGIN")
            return "-----BEGIN" + (parts.last ?? "")
        }
        let file = directory.appending(path: "roots.json")
        try Data("\n".utf8 + JSONEncoder().encode(texts)).write(to: file)
        return file.path
    }

    private static func run(_ directory: URL, time: String, more: [String] = []) async throws -> ProgramRun {
        let list = directory.appending(path: "status.json")
        try Data(#"{"entries":{}}"#.utf8).write(to: list)
        return try await ProgramRun(
            [
                "attestation", "verify", "--kind", "android", "--root", try roots(in: directory), "--time", time,
                "--challenge-hash", "7a4c49e31016fde0e2a09f7d94ecceffd635a21cdde3e0143b5bbc033fbb02ef",
                "--app-id", "co.copperhead.attestation",
                "--signing-digest", "16f4339ee4d6c4419def08ff4949f72a1b9091ed89b1fe9447f31a8e3bccbc6f", "--patch-level", "2018-01",
                "--revocation-list", list.path, "--revocation-list-time", time,
            ] + more + [chain("taimen")])
    }

    @Test func `a phone with a factory chain is accepted by default, even after its certificates expired`() async throws {
        let files = try TemporaryDirectory()
        defer { withExtendedLifetime(files) {} }
        let directory = files.url
        for time in ["2018-02-10T00:00:00Z", "2026-11-22T00:00:00Z"] {
            let run = try await Self.run(directory, time: time)
            #expect(run.status == 0, "\(run.errors)")
            let report = try PrintedReport(run)
            #expect(report.verdict == "accepted")
            #expect(report.field("hardwareEnforced", "rootOfTrust", "verifiedBootState") as? String == "Verified")
        }
        let strict = try await Self.run(directory, time: "2026-11-22T00:00:00Z", more: ["--certificate-validity", "issuers"])
        #expect(try PrintedReport(strict).reason == "certificate_chain")
        // The key of the phone's maker is not an owner's key, in whichever list it is.
        let listed = try await Self.run(
            directory, time: "2018-02-10T00:00:00Z",
            more: [
                "--verified-boot-key", String(repeating: "ab", count: 32), "--self-signed-boot-key",
                "171616eaef26009fc46dc6d89f3d24217e926c81a67ce65d2e3a9dc27040c7ab",
            ])
        #expect(try PrintedReport(listed).reason == "verified_boot")
    }
}

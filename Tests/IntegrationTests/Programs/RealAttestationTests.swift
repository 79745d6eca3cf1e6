// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// `wallet-provider attestation verify` on attestations of real devices (`Tests/Fixtures`).
@Suite(.timeLimit(.minutes(20)))
struct RealAttestationTests {
    private static let fixtures = URL(filePath: #filePath).appending(path: "../../../Fixtures").standardizedFileURL.path
    private static let packages = [
        "android", "com.android.keychain", "com.android.settings", "com.qti.diagservices", "com.android.dynsystem",
        "com.android.inputdevices", "com.android.localtransport", "com.android.location.fused", "com.android.server.telecom",
        "com.android.wallpaperbackup", "com.google.SSRestartDetector", "com.google.android.hiddenmenu", "com.android.providers.settings",
    ]

    private static func arguments(_ name: String, time: String = "2023-01-01T00:00:00Z") -> [String] {
        let android = Self.fixtures + "/AndroidKeyAttestation"
        let chain = (0...3).map { "\(android)/\(name)/cert\($0).pem" }
        return [
            "attestation", "verify", "--kind", "android", "--root", chain[3], "--time", time, "--challenge-hash", "616263",
            "--signing-digest", "301aa3cb081134501c45f1422abc66c24224fd5ded5fdc8f17e697176fd866aa", "--patch-level", "2019-07",
            "--revocation-list", android + "/status.json", "--revocation-list-time", time,
        ] + packages.flatMap { ["--app-id", $0] } + chain
    }

    @Test(arguments: ["algorithm_EC_SecurityLevel_StrongBox", "algorithm_EC_SecurityLevel_TEE"])
    func `real attestations are refused only because the boot loader is unlocked`(name: String) async throws {
        let refused = try await ProgramRun(Self.arguments(name))
        #expect(refused.status == 1)
        let report = try PrintedReport(refused)
        #expect(report.verdict == "refused" && report.reason == "verified_boot")
        #expect(report.field("hardwareEnforced", "rootOfTrust", "deviceLocked") as? Bool == false)
        #expect(report.field("hardwareEnforced", "rootOfTrust", "verifiedBootState") as? String == "Unverified")
        #expect(report.field("hardwareEnforced", "osPatchLevel") as? Int == 201_907)
        #expect(report.field("attestationChallenge") as? String == "616263")
        #expect(report.field("attestationSecurityLevel") as? String == (name.hasSuffix("TEE") ? "TrustedEnvironment" : "StrongBox"))
        let packages = report.field("softwareEnforced", "attestationApplicationId", "packageInfos") as? [[String: Any]]
        #expect(Set(packages?.compactMap { $0["packageName"] as? String } ?? []) == Set(Self.packages))

        let accepted = try await ProgramRun(Self.arguments(name) + ["--no-verified-boot"])
        #expect(accepted.status == 0)
        #expect(try PrintedReport(accepted).verdict == "accepted")
    }

    @Test func `an attestation of an RSA key is refused for the key's type, and at a wrong date for its certificates`() async throws {
        let rsa = try await ProgramRun(Self.arguments("algorithm_RSA_SecurityLevel_TEE") + ["--no-verified-boot"])
        #expect(rsa.status == 1)
        #expect(try PrintedReport(rsa).reason == "key_properties")
        let late = Self.arguments("algorithm_EC_SecurityLevel_TEE", time: "2030-01-01T00:00:00Z") + ["--no-verified-boot"]
        // An expired factory chain is accepted, unless the operator asks for more.
        #expect(try await ProgramRun(late).status == 0)
        let strict = late + ["--certificate-validity", "issuers"]
        #expect(try PrintedReport(try await ProgramRun(strict)).reason == "certificate_chain")
    }

    @Test func `Apple's sample is accepted at its date, and refused for a wrong challenge, app, environment or date`() async throws {
        let apple = Self.fixtures + "/AppleAppAttest"
        let object = apple + "/test_attestation_object.b64"
        // The sample's data hash is the bare challenge.
        let challenge = Data("test_server_challenge".utf8).map { String($0, radix: 16) }.joined()
        func arguments(
            _ app: String = "0352187391.com.apple.example_app_attest", challenge: [String], time: String = "2024-04-18T12:00:00Z",
            more: [String] = []
        ) -> [String] {
            [
                "attestation", "verify", "--kind", "apple", "--root", apple + "/Apple_App_Attestation_Root_CA.pem", "--app-id", app,
                "--time", time,
            ] + challenge + more + [object]
        }
        let genuine = ["--challenge-hash", challenge]
        let accepted = try await ProgramRun(arguments(challenge: genuine))
        #expect(accepted.status == 0)
        let report = try PrintedReport(accepted)
        #expect(report.verdict == "accepted")
        #expect(report.field("environment") as? String == "production")
        #expect(report.field("signCount") as? Int == 0)

        let cases: [(arguments: [String], reason: String)] = [
            (arguments(challenge: ["--challenge", "test_server_challenge"]), "nonce"),
            (arguments("0352187391.com.apple.other", challenge: genuine), "app_id"),
            (arguments(challenge: genuine, more: ["--environment", "development"]), "environment"),
            (arguments(challenge: genuine, time: "2024-04-21T12:00:00Z"), "certificate_chain"),
        ]
        for (arguments, reason) in cases {
            let run = try await ProgramRun(arguments)
            #expect(run.status == 1)
            #expect(try PrintedReport(run).reason == reason)
        }
    }
}

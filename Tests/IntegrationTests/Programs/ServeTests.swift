// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import SwiftASN1
import Testing
import X509

/// `wallet-provider serve` as a process: the phones it accepts (T-G4, T-G12).
@Suite(.timeLimit(.minutes(20))) struct ServeTests {
    let files: AttestationFiles
    private let state: String
    private let appleRoot: String
    private let googleRoot: String

    init() throws {
        files = try AttestationFiles()
        state = files.directory.path + "/state"
        var generator = SystemRandomNumberGenerator()
        let apple = try DevelopmentAppleCA(now: Date(), using: &generator)
        appleRoot = try files.file("apple.pem", try apple.root.serializeAsPEM().pemString)
        googleRoot = try files.file("google.pem", AttestationFiles.pem(files.chain[3]))
    }

    private var iPhones: [String] {
        ["--apple-root", appleRoot, "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]
    }

    private func androids(list: String = "/nowhere/status.json") -> [String] {
        [
            "--android-root", googleRoot, "--android-app-id", "nl.example", "--android-signing-digest", String(repeating: "ab", count: 32),
            "--android-patch-level", "2026-01", "--android-revocation-list", list,
        ]
    }

    private func serve(_ arguments: [String], stoppingAt text: String? = nil) async throws -> ProgramRun {
        try await ProgramRun(
            ["serve", "--state", state, "--port", "0", "--public-url", "https://provider.example"] + arguments, stoppingAt: text)
    }

    @Test func `the root of simulated phones is refused by name, and no file is created`() async throws {
        for (arguments, root) in [(iPhones, appleRoot), (androids(), googleRoot), (iPhones + androids(), appleRoot)] {
            let run = try await serve(arguments)
            #expect(run.status == 1)
            #expect(run.errors.contains(root) && run.errors.contains("--allow-development-roots"), "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: state))
        }
    }

    @Test func `the root of simulated phones is trusted on request, and both kinds of phones are served without a list`() async throws {
        let limits = [
            "--requests-per-address", "0", "--registration-requests", "1", "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1",
        ]
        let run = try await serve(iPhones + androids() + limits + ["--allow-development-roots"], stoppingAt: "serving")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("revocation list not refreshed"))
    }

    @Test func `a revocation list in a file is loaded before the first phone registers`() async throws {
        let list = try files.file("status.json", #"{"entries":{"1":{"status":"REVOKED"}}}"#)
        let run = try await serve(androids(list: list) + ["--allow-development-roots"], stoppingAt: "serving")
        #expect(run.status == 0, "\(run.errors)")
        let loaded = try #require(run.errors.firstRange(of: "entries=1"))
        let serving = try #require(run.errors.firstRange(of: "serving"))
        #expect(loaded.lowerBound < serving.lowerBound)
    }

    @Test func `a wallet's id may begin with a hyphen`() async throws {
        let run = try await ProgramRun(["revoke", "--state", state, "--wallet", "-ZhRKsEWWWh1ggsFcl-09w"])
        #expect(run.status == 1)
        #expect(run.errors.contains("There is no account database"), "\(run.errors)")
    }

    @Test(arguments: [
        ["--holder-of", "-ZhRKsEWWWh1ggsFcl-09w", "--recovery-code"], ["--recovery-code", "--code"],
        ["--recovery-code", "--reason", "user_request"],
        ["--wallet", "-ZhRKsEWWWh1ggsFcl-09w", "--reason", "recovery_code"], ["--holder-of", "-ZhRKsEWWWh1ggsFcl-09w", "--irreversibly"],
        [],
    ])
    func `a revocation with two targets or none is a usage error`(arguments: [String]) async throws {
        let run = try await ProgramRun(["revoke", "--state", state] + arguments)
        #expect(run.status == 64, "\(run.errors)")
    }

    @Test func `missing, incomplete or invalid device options are usage errors`() async throws {
        let wrong: [[String]] = [
            [], Array(iPhones.prefix(2)), Array(androids().prefix(8)), Array(androids().dropFirst(2)),
            androids() + ["--android-revocation-max-age", "59"], androids() + ["--android-revocation-interval", "0"],
            androids(list: "http://lists.example/status"), androids() + ["--android-signing-digest", "abcd"],
            androids() + ["--android-patch-level", "2026-13"], ["--apple-environment", "production"], ["--allow-development-roots"],
            iPhones + ["--requests-per-address", "-1"], iPhones + ["--registration-requests", "1000001"],
            iPhones + ["--registration-requests-per-address", "x"], iPhones + ["--trusted-proxy", "10.0.0.0/33"],
            iPhones + ["--trusted-proxy", "localhost"],
        ]
        for arguments in wrong {
            let run = try await serve(arguments)
            #expect(run.status == 64, "\(arguments)")
            #expect(!FileManager.default.fileExists(atPath: state))
        }
    }
}

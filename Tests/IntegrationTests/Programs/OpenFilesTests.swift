// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import SwiftASN1
import Testing
import X509

/// `wallet-provider` as a process: keys, accounts and witnesses readable by other users are not served.
@Suite(.timeLimit(.minutes(20))) struct OpenFilesTests {
    private let files: AttestationFiles
    private let state: String
    private let witness: String
    private let serve: [String]

    init() throws {
        files = try AttestationFiles()
        state = files.directory.path + "/state"
        witness = files.directory.path + "/witness"
        var generator = SystemRandomNumberGenerator()
        let apple = try DevelopmentAppleCA(now: Date(), using: &generator)
        serve = [
            "serve", "--state", state, "--witness-journal", witness, "--port", "0", "--public-url", "https://provider.example",
            "--apple-root", try files.file("apple.pem", try apple.root.serializeAsPEM().pemString), "--apple-app-id",
            "ABCDE12345.nl.example", "--apple-environment", "production", "--allow-development-roots",
        ]
    }

    private func mode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `serve, portal and every command refuse files that others may read, and run once the permissions are right`() async throws {
        let first = try await ProgramRun(serve, stoppingAt: "serving")
        #expect(first.status == 0, "\(first.errors)")
        let commands = [
            serve, ["portal", "--state", state, "--port", "0", "--witness-journal", witness], ["keys", "list", "--state", state],
            ["keys", "create", "--state", state], ["audit", "verify", "--state", state, "--witness-journal", witness],
            ["witness", "check", "--state", state, "--witness-journal", witness],
        ]
        let places = [
            (state, 0o700, 0o755), (state + "/keys.secret", 0o600, 0o644), (state + "/keys.sealed", 0o600, 0o640), (witness, 0o700, 0o750),
        ]
        for (path, closed, open) in places {
            try mode(open, path)
            for command in commands where path != witness || command.contains("--witness-journal") {
                let run = try await ProgramRun(command)
                #expect(run.status == 1 && run.errors.contains("\(path) ") && !run.errors.contains("serving"), "\(command): \(run.errors)")
            }
            try mode(closed, path)
        }
        let last = try await ProgramRun(serve, stoppingAt: "serving")
        #expect(last.status == 0, "\(last.errors)")
    }
}

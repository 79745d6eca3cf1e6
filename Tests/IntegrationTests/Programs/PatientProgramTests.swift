// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing

/// The settings of the servers that tests start.
@Suite(.timeLimit(.minutes(20))) struct PatientProgramTests {
    private static let units: [(suffix: String, least: Int64)] = [("-seconds", 40), ("-milliseconds", 40_000)]

    @Test(arguments: [
        (
            "wallet-provider",
            ["serve", "--apple-root", "root.pem", "--apple-app-id", "ABCDE12345.nl.example", "--apple-environment", "production"]
        ),
        ("wallet-provider", ["portal"]),
        ("wallet-issuer", ["serve", "--wallet", "client_id=a redirect_uri=b issuer=https://c.example roots=root.pem"]),
        ("wallet-config", ["serve"]),
        ("wallet-verifier", ["serve", "--sd-jwt-root", "root.pem"]),
    ])
    func `a server that a test starts prints no time limit below 40 seconds`(_ program: String, _ command: [String]) async throws {
        let run = try await ProgramRun(command + ["--state", "/state", "--print-config"], of: program)
        #expect(run.status == 0, "\(run.errors)")
        let settings = try JSONObject(parsing: Array(run.output.utf8)).members
        for (suffix, least) in Self.units {
            // The drain is a pause.
            for setting in settings where setting.name.hasSuffix(suffix) && !setting.name.hasSuffix("drain-seconds") {
                guard case .integer(let value) = setting.value else { continue }
                #expect(value >= least, "\(setting.name)")
            }
        }
        #expect(settings.contains { $0.name.hasSuffix("body-seconds") && $0.value == .integer(60) })
    }
}

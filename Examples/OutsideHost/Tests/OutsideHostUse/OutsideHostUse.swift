// SPDX-License-Identifier: EUPL-1.2

import DemoServers
import Foundation
import OutsideHost
import PhoneSimulator
import PlatformSupport
import Testing
import WalletPlatformTesting

@Suite(.timeLimit(.minutes(20))) struct OutsideHostUse {
    @Test func `an external package can run the app from its first start to an unlock with a card`() async throws {
        try await DemoApp.run { servers, directory in
            let phone = OutsidePhone(directory: directory, apple: try DemoApp.apple(servers))
            try await Walk(phone: phone, platform: .iOS, servers: servers).run { app in await app(phone.startProcess()) }
        }
    }

    @Test func `an external package's bridges keep every promise that needs no person, before and after a restart`() async throws {
        try await DemoApp.run { servers, directory in
            let report = try await ConformanceServer.run(at: Date()) { server in
                try await self.report(
                    servers, directory,
                    SuiteServer(
                        address: server.address, addressOfAnotherName: server.addressOfAnotherName, root: server.root,
                        unrelatedRoot: server.unrelatedRoot))
            }
            #expect(report.results.filter { $0.verdict == .broken }.map { "\($0.identifier) \($0.detail ?? "")" } == [])
            let outliving = Set(report.results.filter { $0.phase == .afterRestart && $0.verdict == .kept }.map(\.identifier))
            #expect(outliving.isSuperset(of: ["KEY-21", "KEY-22", "ATT-14", "ATT-15", "ATT-16", "BIO-17", "LNK-05", "UTL-06", "UTL-07"]))
            #expect(report.kept >= 50, "\(report.kept) kept")
            #expect(try !report.json().isEmpty)
        }
    }

    /// Runs both phases of the suite on a phone of this package.
    private func report(_ servers: DemoServers, _ directory: URL, _ server: SuiteServer) async throws -> ConformanceReport {
        let phone = OutsidePhone(directory: directory, apple: try DemoApp.apple(servers))
        let judge = try DevelopmentJudge(
            authority: servers.appleAuthority(), teamID: DemoApp.teamID, bundleID: DemoApp.bundleID)
        // snippet.promises
        let before = OutsidePhoneUnderTest(phone: phone, process: phone.startProcess(), attestations: judge, server: server)
        // The notebook crosses the restart as a file.
        let file = try JSONEncoder().encode(await ConformanceSuite.run(.beforeRestart, on: before))
        phone.endProcess()
        let after = OutsidePhoneUnderTest(phone: phone, process: phone.startProcess(), attestations: judge, server: server)
        let notebook = try JSONDecoder().decode(Notebook.self, from: file)
        return ConformanceReport(on: after, await ConformanceSuite.run(.afterRestart, on: after, with: notebook), at: Date())
        // snippet.end
    }
}

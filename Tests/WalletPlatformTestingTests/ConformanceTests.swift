// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import TestEnvironment
import Testing
import WalletPlatformTesting

@testable import PhoneSimulator

/// The conformance suite on the simulated phones, and the documents that depend on it.
@Suite(.timeLimit(.minutes(20)))
struct ConformanceTests {
    /// The promises that only the other platform makes.
    private static let promisesOfOthers: [PhoneKind: Set<String>] = [
        .iPhone: ["BIO-10", "BIO-20", "EVT-04"], .android: ["ATT-12", "ATT-15", "EVT-03"],
    ]

    @Test(arguments: PhoneKind.allCases)
    func `a simulated phone keeps every promise, before and after a restart`(_ kind: PhoneKind) async throws {
        let report = try await TestPhone(kind).suite()
        for result in report.results where result.verdict == .broken {
            Issue.record("\(result.identifier) \(result.promise): \(result.detail ?? "")")
        }
        #expect(Set(report.results.filter { $0.verdict == .notTried }.map(\.identifier)) == Self.promisesOfOthers[kind])
        #expect(report.kept + report.notTried == ConformanceSuite.promises.count)
        #expect(report.results.count { $0.phase == .afterRestart && $0.verdict == .kept } >= 7)
        // `make conformance` names the directory.
        let temporary = try TemporaryDirectory()
        defer { withExtendedLifetime(temporary) {} }
        let directory = ProcessInfo.processInfo.environment["CONFORMANCE_REPORTS"] ?? temporary.url.path
        let path = directory + "/conformance-\(kind.rawValue).json"
        try report.write(to: path)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(try decoder.decode(ConformanceReport.self, from: Data(contentsOf: URL(fileURLWithPath: path))) == report)
    }

    @Test func `a report without its second phase is marked as incomplete`() async throws {
        let phone = try TestPhone(.iPhone)
        try await phone.run { phone in
            let report = ConformanceReport(on: phone, await ConformanceSuite.run(.beforeRestart, on: phone), at: TestPhone.noon)
            #expect(report.results.filter { $0.phase == .afterRestart }.allSatisfy { $0.verdict == .notTried })
        }
    }

    @Test func `without a server the promises that need it are not tried, and the others are`() async throws {
        let results = Mutex<[PromiseResult]>([])
        try await TestPhone(.android).run { phone in
            let alone = SimulatedPhoneUnderTest(
                phone: phone.phone, bridges: phone.bridges, links: phone.links, attestations: phone.attestations, server: nil,
                received: phone.received)
            let notebook = await ConformanceSuite.run(.beforeRestart, on: alone)
            results.withLock { $0 = notebook.results.filter { $0.identifier.hasPrefix("NET") } }
        }
        let found = results.withLock { $0 }
        #expect(found.filter { $0.verdict == .kept }.map(\.identifier) == ["NET-01", "NET-02", "NET-03"])
        #expect(found.count { $0.verdict == .notTried && $0.detail?.hasPrefix("no server") == true } == 8)
    }

    @Test func `every promise has a unique identifier`() {
        let identifiers = ConformanceSuite.promises.map(\.identifier)
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test func `the bridges' documentation lists exactly the tested promises`() throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Phone/PlatformSupport")
        let sources = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8).replacing("\n///", with: "").replacing(#/ +/#, with: " ") }
            .joined()
        for promise in ConformanceSuite.promises {
            #expect(sources.contains("- \(promise.identifier): \(promise.sentence)"), "\(promise.identifier)")
        }
        #expect(sources.matches(of: #/- [A-Z]{3}-[0-9]{2}: /#).count == ConformanceSuite.promises.count)
    }
}

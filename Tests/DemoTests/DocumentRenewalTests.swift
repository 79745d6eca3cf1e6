// SPDX-License-Identifier: EUPL-1.2

import ConfigurationServer
import ConfigurationState
import Foundation
import PhoneSimulator
import PhoneWeb
import TestEnvironment
import Testing
import WalletConfiguration
import WalletProviderSQLite

@testable import wallet

/// The demo's configuration server signs its documents again before they expire on the demo's clock, with versions that only rise.
@Suite(.timeLimit(.minutes(20))) struct DocumentRenewalTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("state") }

    private static let day: TimeInterval = 86_400

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func now(_ stage: DemoStage) -> Int64 { Int64(stage.phone.worldClock.now.timeIntervalSince1970) }

    /// Returns the served policy, verified as a phone does; nil if none is served.
    private func policy(_ stage: DemoStage) throws -> SignedUpdatePolicy? {
        guard let served = stage.documents.served(.updatePolicy) else { return nil }
        return try SignedUpdatePolicy(verifying: served.token, trusting: stage.documents.trust, at: now(stage))
    }

    @Test(arguments: [335.0, 364, 365, 366, 731])
    func `each document is signed again once in its last month, or after its end, for a further year`(days: Double) async throws {
        let stage = try await DemoStage(at: path)
        try stage.phone.moveClock(by: days * Self.day)
        for endpoint in DocumentEndpoint.allCases {
            let served = try #require(stage.documents.served(endpoint))
            #expect(served.version == 2 && served.expiresAt > now(stage) + Int64(364 * Self.day))
            #expect(stage.documents.served(endpoint) == served)
        }
        #expect(try policy(stage)?.version == 2)
    }

    @Test func `a document with more than a month left is not signed again`() async throws {
        let stage = try await DemoStage(at: path)
        let before = DocumentEndpoint.allCases.map { stage.documents.served($0) }
        try stage.phone.moveClock(by: 334 * Self.day)
        #expect(DocumentEndpoint.allCases.map { stage.documents.served($0) } == before)
    }

    @Test func `over ten years nothing expired is served, versions only rise, and a published block stays`() async throws {
        let stage = try await DemoStage(at: path)
        try await stage.world.publish(.block)
        var last = try #require(try policy(stage)).version
        for _ in 1...18 {
            try stage.phone.moveClock(by: 200 * Self.day)
            for endpoint in DocumentEndpoint.allCases {
                let served = try #require(stage.documents.served(endpoint))
                #expect(served.expiresAt > now(stage))
            }
            let served = try #require(try policy(stage))
            #expect(served.version >= last && stage.world.state.policy == .block)
            last = served.version
        }
        #expect(last > 10)
        try await stage.world.publish(.ok)
        #expect(try policy(stage)?.version == last + 1)
        #expect(try policy(stage)?.contents.rules.isEmpty == true)
    }

    @Test func `a renewed document is the one that a restarted demo serves`() async throws {
        var renewed: ServedDocument?
        do {
            let stage = try await DemoStage(at: path)
            try stage.phone.moveClock(by: 366 * Self.day)
            renewed = stage.documents.served(.updatePolicy)
            try stage.provider.store.close()
        }
        let stage = try await DemoStage(at: path)
        #expect(renewed?.version == 2 && stage.documents.served(.updatePolicy) == renewed)
    }

    @Test func `without the signing key a document is served to its end and not after it`() async throws {
        let stage = try await DemoStage(at: path)
        try FileManager.default.removeItem(atPath: stage.documents.files.signingKey)
        try stage.phone.moveClock(by: 364 * Self.day)
        #expect(stage.documents.served(.updatePolicy)?.version == 1)
        try stage.phone.moveClock(by: Self.day)
        for endpoint in DocumentEndpoint.allCases { #expect(stage.documents.served(endpoint) == nil) }
    }

    @Test func `a damaged document is not overwritten, and nothing is served after the end of the last good one`() async throws {
        let stage = try await DemoStage(at: path)
        try Data("garbage".utf8).write(to: URL(filePath: stage.documents.files.policy))
        try stage.phone.moveClock(by: 364 * Self.day)
        #expect(stage.documents.served(.updatePolicy)?.version == 1)
        try stage.phone.moveClock(by: Self.day)
        #expect(stage.documents.served(.updatePolicy) == nil)
        #expect(try String(contentsOfFile: stage.documents.files.policy, encoding: .utf8) == "garbage")
    }

    @Test func `a developer's document of one day is renewed in its last two hours, with the same contents`() async throws {
        let stage = try await DemoStage(at: path)
        let range = try #require(VersionRange("<9.0.0"))
        let contents = UpdatePolicy(rules: [UpdateRule(range, .notify)])
        let start = now(stage)
        try ConfigurationSigner(key: SigningKey(file: stage.documents.files.signingKey), trust: stage.documents.trust).sign(
            contents, version: 50, issuedAt: start, expiresAt: start + 86_400, to: stage.documents.files.policy)
        stage.documents.refresh()
        try stage.phone.moveClock(by: 21 * 3600)
        #expect(try policy(stage)?.version == 50)
        try stage.phone.moveClock(by: 2 * 3600)
        let renewed = try #require(try policy(stage))
        #expect(renewed.version == 51 && renewed.contents == contents)
    }

    @Test func `policies that are published while documents are renewed all get a version of their own`() async throws {
        let stage = try await DemoStage(at: path)
        try stage.phone.moveClock(by: 366 * Self.day)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask { try await stage.world.publish(.warnWeek) }
                group.addTask { #expect(stage.documents.served(.updatePolicy) != nil) }
            }
            try await group.waitForAll()
        }
        // Four policies after the first, and one renewal if it came before all of them.
        let last = try #require(try policy(stage)).version
        #expect((5...6).contains(last))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Brands
import ConfigurationState
import Foundation
import HSM
import PhoneSimulator
import PhoneWeb
import ProviderProtocol
import TestEnvironment
import Testing
import WalletApp
import WalletConfiguration
import WalletInterface
import WalletProvider
import WalletProviderSQLite

@testable import WalletCore
@testable import wallet

/// The device column acts on the demo's servers as their operators would, and phones can verify the result.
@Suite(.timeLimit(.minutes(20))) struct DemoWorldTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("state") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let verdicts: [SamplePolicy: (UpdateVerdict, String)] = [
        .ok: (.ok, "OK"), .notify: (.notify, "notice"), .recommend: (.recommend, "advice"),
        .warnWeek: (.warn(daysLeft: 7), "warning, 7 days left"), .warnDay: (.warn(daysLeft: 1), "warning, 1 day left"),
        .block: (.block(isUpdateAvailable: true), "blocked"), .blockFinal: (.block(isUpdateAvailable: false), "blocked, no newer"),
    ]

    /// Returns the policy served, verified as a phone does.
    private func served(_ stage: DemoStage) throws -> SignedUpdatePolicy {
        let text = try String(contentsOfFile: stage.documents.files.policy, encoding: .utf8).trimmingCharacters(in: .newlines)
        return try SignedDocument(
            verifying: text, trusting: stage.documents.trust, at: Int64(stage.phone.worldClock.now.timeIntervalSince1970))
    }

    @Test func `every published policy is signed with a higher version and has the content named by its switch`() async throws {
        let stage = try await DemoStage(at: path)
        let version = try #require(AppVersion(Brand.nlWallet.version.released))
        var last = try served(stage).version
        for policy in SamplePolicy.allCases.reversed() {
            try await stage.world.publish(policy)
            let document = try served(stage)
            let (verdict, words) = try #require(Self.verdicts[policy])
            #expect(document.version == last + 1)
            #expect(document.contents.evaluate(version, at: document.claims.issuedAt) == verdict)
            #expect(stage.world.state.policy == policy && stage.world.state.verdict == words)
            last = document.version
        }
        #expect(stage.world.state.appVersion == Brand.nlWallet.version.released)
    }

    @Test func `a warning counts down to a block, and restarts when it is chosen again`() async throws {
        let stage = try await DemoStage(at: path)
        try await stage.world.publish(.warnWeek)
        try stage.phone.moveClock(by: 6 * 86_400)
        #expect(stage.world.state.verdict == "warning, 1 day left")
        try stage.phone.moveClock(by: 86_400)
        #expect(stage.world.state.verdict == "blocked" && stage.world.state.policy == .warnWeek)
        let version = try served(stage).version
        try await stage.world.publish(.warnWeek)
        #expect(stage.world.state.verdict == "warning, 7 days left")
        try await stage.world.publish(.ok)
        try await stage.world.publish(.ok)
        #expect(try served(stage).version == version + 2)
    }

    @Test func `setting the phone's own clock does not change the dates of signed policies`() async throws {
        let stage = try await DemoStage(at: path)
        try stage.phone.turnClock(by: -400 * 86_400)
        try await stage.world.publish(.block)
        #expect(abs(try served(stage).claims.issuedAt - Int64(stage.phone.worldClock.now.timeIntervalSince1970)) < 60)
    }

    @Test func `the chosen policy is known after a restart, and a manually signed policy is shown as it is`() async throws {
        do {
            let stage = try await DemoStage(at: path)
            try await stage.world.publish(.recommend)
            _ = try await stage.provider.revoker.revokeSolution(by: .operator(name: "test"))
            try stage.provider.store.close()
        }
        let stage = try await DemoStage(at: path)
        #expect(stage.world.state.policy == .recommend && stage.world.state.isSolutionRevoked)
        let range = try #require(VersionRange("<9.0.0"))
        let now = Int64(stage.phone.worldClock.now.timeIntervalSince1970)
        try ConfigurationSigner(key: SigningKey(file: stage.documents.files.signingKey), trust: stage.documents.trust).sign(
            UpdatePolicy(rules: [UpdateRule(range, .notify)]), version: 50, issuedAt: now, expiresAt: now + 86_400,
            to: stage.documents.files.policy)
        await stage.world.refresh()
        #expect(stage.world.state.policy == nil && stage.world.state.verdict == "notice")
        try await stage.world.publish(.ok)
        #expect(try served(stage).version == 51)
    }

    @Test func `without the signing key nothing is signed, and the served policy stays`() async throws {
        let stage = try await DemoStage(at: path)
        try FileManager.default.removeItem(atPath: stage.documents.files.signingKey)
        let before = try served(stage).version
        await #expect(throws: WorldError.notDone) { try await stage.world.publish(.block) }
        #expect(try served(stage).version == before && stage.world.state.policy == .ok)
    }

    @Test func `a damaged document is not overwritten`() async throws {
        let stage = try await DemoStage(at: path)
        try Data("garbage".utf8).write(to: URL(filePath: stage.documents.files.policy))
        await #expect(throws: WorldError.notDone) { try await stage.world.publish(.block) }
        #expect(try String(contentsOfFile: stage.documents.files.policy, encoding: .utf8) == "garbage")
    }

    @Test func `without a wallet or a PID a revocation fails; the solution is revoked once`() async throws {
        let stage = try await DemoStage(at: path)
        await #expect(throws: WorldError.noWallet) { try await stage.world.revokeWallet() }
        await #expect(throws: WorldError.noWallet) { try await stage.world.revokeHolder() }
        await #expect(throws: WorldError.noPID) { try await stage.world.revokePID() }
        #expect(!stage.world.state.isSolutionRevoked)
        try await stage.world.revokeSolution()
        try await stage.world.revokeSolution()
        #expect(stage.world.state.isSolutionRevoked)
        #expect(try await stage.provider.store.solutionRevocation() != nil)
    }

    @Test func `the recovery code of the newest PID revokes a person's wallets; without a PID the revocation fails`() async throws {
        let stage = try await DemoStage(at: path)
        let store = stage.provider.store
        let mark = [UInt8](repeating: 7, count: 32)
        func register(_ number: UInt8) async throws -> WalletID {
            let walletID = WalletID { [UInt8](repeating: number, count: $0) }
            let account = NewAccount(
                walletID: walletID, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3],
                revocationCodeMark: [UInt8](repeating: number, count: 32), requestHash: [UInt8](repeating: number, count: 32),
                sequenceNumber: 1, assertionCounter: 1)
            #expect(try await store.create(account) == .created)
            return walletID
        }
        func tell(_ walletID: WalletID) async throws {
            let former = try #require(try await store.witnessedAccount(walletID))
            var account = former
            account.recoveryCodeMark = mark
            #expect(try await store.replace(former, by: account))
        }
        let first = try await register(1)
        try await tell(first)
        try stage.phone.moveClock(by: 60)
        let second = try await register(2)
        // The latest wallet has disclosed nothing yet.
        await #expect(throws: WorldError.noPID) { try await stage.world.revokeHolder() }
        #expect(try await store.witnessedAccount(first)?.end == nil)
        try await tell(second)
        for _ in 1...2 { try await stage.world.revokeHolder() }
        for walletID in [first, second] { #expect(try await store.witnessedAccount(walletID)?.end?.reason == .recoveryCode) }
        let third = try await register(3)
        try await tell(third)
        #expect(try await store.witnessedAccount(third)?.end?.reason == .recoveryCode)
        #expect(!stage.world.state.isSolutionRevoked)
        let acts = try await store.auditRecords(after: 0, limit: 10).map { String(decoding: $0.entry, as: UTF8.self) }
        let announced = acts.count { $0.contains("\"revoke_holder\"") }
        #expect(announced == 1)
    }

    @Test func `every sample link has the kind named by its switch, according to the served configuration`() async throws {
        let stage = try await DemoStage(at: path)
        let patterns = stage.documents.edition.universalLinks.compactMap { UniversalLinkPattern($0) }
        let kinds: [SampleLink: UniversalLinkKind] = [
            .disclosure: .disclosure, .scanned: .disclosure, .credentialOffer: .issuance,
            .disclosureBasedIssuance: .disclosureBasedIssuance, .issuanceRedirect: .authenticationRedirect,
        ]
        for link in SampleLink.allCases {
            let text = try #require(stage.world.link(link))
            #expect(SimulatedPhone.acceptsLink(text))
            let found = UniversalLink(recognising: text, by: patterns)
            #expect(found?.kind == kinds[link], "\(link)")
            #expect((found?.isMeantForScanning ?? false) == (link == .scanned), "\(link)")
        }
    }
}

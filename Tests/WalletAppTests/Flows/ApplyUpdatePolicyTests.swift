// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// PF1.4 Apply update policy.
@Suite(.timeLimit(.minutes(20)))
struct ApplyUpdatePolicyTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    private func apply(_ verdict: UpdateVerdict, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        stage.wallet.verdicts.set(verdict)
        stage.context.supervision.configuration.set(.sample)
        try await stage.play({ try await ApplyUpdatePolicy($0).run() }, script: script)
    }

    private func applyUntilKilled(
        _ verdict: UpdateVerdict, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws {
        stage.wallet.verdicts.set(verdict)
        stage.context.supervision.configuration.set(.sample)
        try await stage.playUntilKilled({ try await ApplyUpdatePolicy($0).run() }, script: script)
    }

    private static let stores = AppConfiguration.sample.document.appStores

    @Test func `an allowed version continues silently`() async throws {
        try await apply(.ok) { _ in }
        #expect(stage.rows == ["PF1.4/1.1", "PF1.4/1.1a"])
    }

    @Test(arguments: [UpdateVerdict.notify, .recommend, .warn(daysLeft: 3), .warn(daysLeft: 1)])
    func `a notice of a newer version is shown once`(_ verdict: UpdateVerdict) async throws {
        try await apply(verdict) { glass in try await glass.sees(UpdateNotice(verdict: verdict, platform: stage.platform), presses: "1a") }
        try await apply(verdict) { _ in }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `the notice of a newer version is repeated only when it has become more urgent`() async throws {
        for verdict in [UpdateVerdict.notify, .warn(daysLeft: 3), .warn(daysLeft: 2)] {
            try await apply(verdict) { glass in
                try await glass.sees(UpdateNotice(verdict: verdict, platform: stage.platform), presses: "1a")
            }
        }
        for verdict in [UpdateVerdict.notify, .recommend, .warn(daysLeft: 5), .warn(daysLeft: 2), .ok] { try await apply(verdict) { _ in } }
    }

    @Test func `the update notice leads to the store, and the app continues`() async throws {
        try await apply(.recommend) { glass in
            try await glass.sees(UpdateNotice(verdict: .recommend, platform: stage.platform), presses: "1b")
        }
        #expect(stage.left.places == [.appStore(Self.stores)])
    }

    @Test func `a blocked version with an update shows the block until the app closes or the store opens`() async throws {
        try await applyUntilKilled(.block(isUpdateAvailable: true)) { glass in
            try await glass.sees(UpdateNeeded(platform: stage.platform), presses: "2.1a")
            try await glass.sees(UpdateNeeded(platform: stage.platform), presses: "2.1b")
            try await glass.sees(UpdateNeeded(platform: stage.platform))
        }
        #expect(stage.left.places == [.homeScreen, .appStore(Self.stores)])
        #expect(!stage.rows.contains("PF1.4/1.1a"))
    }

    @Test func `a blocked version without an update shows the block, with help and the store`() async throws {
        try await applyUntilKilled(.block(isUpdateAvailable: false)) { glass in
            try await glass.sees(VersionBlocked(platform: stage.platform), presses: "3.1a")
            try await glass.sees(
                HelpPage(topic: "PF1.4", details: SupportDetails(configuration: 1), support: AppConfiguration.sample.document.support),
                presses: "1a")
            try await glass.sees(VersionBlocked(platform: stage.platform), presses: "3.1b")
            try await glass.sees(VersionBlocked(platform: stage.platform))
        }
        #expect(stage.left.places == [.appStore(Self.stores)])
    }

    @Test func `if the policy has expired and cannot be fetched, the app shows the reason and tries again`() async throws {
        stage.wallet.fails(.applyUpdatePolicy, .noInternet, .serverUnreachable)
        try await apply(.ok) { glass in
            try await glass.sees(NoInternet(), presses: "NoInternet.retry")
            try await glass.sees(ServerUnreachable(), presses: "ServerUnreachable.retry")
        }
        #expect(stage.rows.suffix(1) == ["PF1.4/1.1a"])
        #expect(Set(["PF1.4/1.1d", "PF1.4/1.1e"]).isSubset(of: stage.rows))
    }

    @Test func `a restart after an error returns to the start of the app`() async throws {
        stage.wallet.fails(.applyUpdatePolicy, .unexpected)
        await #expect(throws: GoTo(.openTheApp)) {
            try await apply(.ok) { glass in try await glass.sees(GenericError(code: "X-01"), presses: "Generic.restart") }
        }
    }
}

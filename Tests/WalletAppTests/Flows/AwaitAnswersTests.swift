// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC1.2/2.3 and 2.5: the responses to a launch's requests are judged before UC2.3, and end nothing by themselves.
@Suite(.timeLimit(.minutes(20)))
struct AwaitAnswersTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private static let revoked = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)

    /// Launches the app and stops while it waits for a response.
    private func launch(_ glass: ScriptedGlass, waitingFor question: LaunchQuestion) async throws -> Gate {
        let gate = stage.wallet.holdsAnswer(to: question)
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
        _ = try await stage.wallet.held.next(otherThan: nil)
        return gate
    }

    @Test func `a revocation detected at launch is shown before any scan, by the rows of the table alone`() async throws {
        try await stage.playApp { glass in
            let gate = try await launch(glass, waitingFor: .walletStatus)
            stage.wallet.statuses.set(Self.revoked)
            gate.open()
            try await glass.sees(WalletBlocked())
        }
        #expect(!stage.wallet.calls.contains { if case .unlockWithBiometrics = $0 { true } else { false } })
        #expect(stage.rows.suffix(6) == ["PF1.4/1.1a", "UC1.2/2.3a", "UC1.2/2.5", "PF2.10/1.1", "PF2.10/1.1c", "PF2.10/3.1"])
        #expect(stage.rows.count { $0 == "UC1.2/2.3" } == 1)
    }

    @Test func `a block detected at launch is shown before any scan, by the rows of the table alone`() async throws {
        try await stage.playApp { glass in
            let gate = try await launch(glass, waitingFor: .updatePolicy)
            stage.wallet.verdicts.set(.block(isUpdateAvailable: false))
            gate.open()
            try await glass.sees(VersionBlocked(platform: stage.platform))
        }
        #expect(stage.rows.suffix(4) == ["UC1.2/2.3", "PF1.4/1.1", "PF1.4/1.1c", "PF1.4/3.1"])
        #expect(stage.rows.count { $0 == "UC1.2/2.3" } == 1)
    }

    @Test func `a revocation published during the policy check does not abort the launch, because its row is next`() async throws {
        try await stage.playApp { glass in
            let gate = try await launch(glass, waitingFor: .updatePolicy)
            stage.wallet.statuses.set(Self.revoked)
            gate.open()
            try await glass.sees(WalletBlocked())
        }
        #expect(stage.rows.count { $0 == "UC1.2/2.3" } == 1)
        #expect(!stage.rows.contains("startup/3.1a"))
    }

    @Test func `a revocation published just after the status was determined is not overlooked`() async throws {
        stage.wallet.statuses.value = Self.revoked
        stage.wallet.script { $0.determinations = [.active] }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(WalletBlocked())
        }
    }

    @Test func `a status that arrives after the wait ends the running flow and takes its own row`() async throws {
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(Dashboard(cards: []))
            stage.wallet.statuses.set(Self.revoked)
            try await glass.sees(WalletBlocked())
        }
        let news = try #require(stage.rows.firstIndex(of: "startup/3.1a"))
        #expect(stage.rows[news - 1] == "startup/3.1")
        #expect(stage.rows[news...].contains("UC1.2/2.3"))
    }

    @Test(arguments: LaunchQuestion.allCases)
    func `an app that is killed while waiting for an answer takes no further row`(_ question: LaunchQuestion) async throws {
        try await stage.playApp { glass in _ = try await launch(glass, waitingFor: question) }
        #expect(stage.rows.last == (question == .updatePolicy ? "PF1.4/1.1" : "PF2.10/1.1"))
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3.2 Recover PIN, with PF2.9 for recovery.
@Suite(.timeLimit(.minutes(5)))
struct RecoverPINTests: Walk {
    let stage: Stage

    private static let waiting = ContinueWithDigiD(purpose: .pinRecovery)
    private static let stop = StopDigiDLogin(purpose: .pinRecovery)
    private static let choose = ChoosePIN(use: .recovery)

    private static func over(_ problem: DigiDLogin.Problem) -> DigiDLoginProblem {
        DigiDLoginProblem(problem: problem, purpose: .pinRecovery)
    }

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
    }

    private func recover(
        from state: PINRecoveryState = .none, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        stage.wallet.script { $0.recovery = state }
        return try await stage.play({ try await RecoverPIN($0).run() }, script: script)
    }

    private static let awaiting = PINRecoveryState.awaitingAuthentication(url: FakeWallet.loginPage, until: FakeWallet.loginEnds)

    private func comesBack(_ glass: ScriptedGlass) async throws {
        let gate = stage.wallet.holds(.continuePINRecovery)
        stage.context.supervision.loginReturn.set(try .sample(.authenticationRedirect))
        try await glass.sees(Self.waiting)
        gate.open()
    }

    private func choosesPIN(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Self.choose, enters: Digits.other)
        try await glass.sees(RepeatPIN(use: .recovery), enters: Digits.other)
    }

    @Test func `LTC41 the owner who logs in chooses a new PIN and has access again`() async throws {
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await choosesPIN(glass)
            try await glass.sees(AccessRegained(), presses: "1.5a")
        }
        #expect(next == .showAllCards)
        #expect(stage.wallet.calls == [.continuePINRecovery, .completePINRecovery(try Digits.pin(Digits.other))])
        #expect(stage.wallet.present.isUnlocked)
        #expect(Set(["UC2.3.2/1.3a", "UC2.3.2/1.4", "UC2.3.2/1.4a"]).isSubset(of: stage.rows))
    }

    @Test func `after Forgot PIN comes the login at once, and back leads there`() async throws {
        try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
            try await glass.sees(LogInWithDigiD(), presses: "1.2b")
            try await glass.sees(LogInWithDigiD(), presses: "1.2d")
            try await glass.sees(HelpPage(topic: "UC2.3.2"), presses: "1a")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
        }
        #expect(stage.rows.prefix(2) == ["UC2.3.2/1.2", "UC2.3.2/1.2b"])
        #expect(stage.wallet.calls == [])
        #expect(stage.left.places == DigiDLogin.website.map { [.browser($0)] })
    }

    @Test func `every Forgot PIN screen that offers a new PIN says the same with the same button`() {
        func words(_ screen: some Screen) -> [Text] {
            Presentation.Drawn(screen).texts.filter { $0.key.hasPrefix("forgotPIN.") }
        }
        let words = [
            words(RegainAccess()), words(ForgotPIN(canCreateNewPIN: true)), words(ForgotPINWhileChecking(canCreateNewPIN: true)),
            words(ForgotPINWhileConfirming(isIssuingPID: false)),
        ]
        #expect(words[0] == ["forgotPIN.title", "forgotPIN.canCreate", "forgotPIN.create"])
        #expect(Set(words).count == 1)
    }

    @Test func `a session that has begun runs alone`() async throws {
        await #expect(throws: GoTo(.recoverPIN)) {
            try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
                try await glass.sees(LogInWithDigiD(), presses: "1.2a")
            }
        }
        #expect(stage.wallet.calls == [.startPINRecovery])
        #expect(stage.left.places.count == 1)
    }

    @Test func `a wallet that cannot get a new PIN says so, and is deleted or left`() async throws {
        stage.wallet.fails(.startPINRecovery, .issuance(.recoveryUnavailable))
        try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
            try await glass.sees(LogInWithDigiD(), presses: "1.2a")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.recoveryUnavailable"), presses: "1a")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1b")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.close")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
        }
        #expect(stage.left.places.isEmpty)
    }

    // MARK: The login

    static let problems: [(IssuanceProblem, DigiDLogin.Problem, String)] = [
        (.loginFailed, .failed, "2.1"), (.loginStopped, .stopped, "3.1"), (.wrongPerson, .wrongAccount, "4.1"),
    ]

    @Test(arguments: problems)
    func `a login that comes to nothing says why; it is begun again, or left`(
        _ problem: IssuanceProblem, _ shown: DigiDLogin.Problem, _ step: String
    ) async throws {
        stage.wallet.fails(.continuePINRecovery, .issuance(problem), .issuance(problem))
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(Self.over(shown), presses: step + "b")
            try await glass.sees(Self.over(shown), presses: step + "a")
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(Self.over(shown), presses: "digid/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls.last == .cancelPINRecovery)
    }

    @Test func `stopping asks for confirmation, and nothing has changed`() async throws {
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1a")
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1b")
            try await glass.sees(Self.over(.aborted), presses: "5.2b")
            try await glass.sees(Self.over(.aborted), presses: "5.2a")
            try await glass.sees(Self.waiting)
            stage.clock.advance(by: 600)
            try await glass.sees(Self.over(.stopped), presses: "digid/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.rows.contains("UC2.3.2/1.3c"))
        #expect(stage.wallet.calls == [.cancelPINRecovery, .startPINRecovery, .cancelPINRecovery, .cancelPINRecovery])
    }

    @Test func `a lost connection shows an error, and a retry identifies the user; that can be stopped`() async throws {
        stage.wallet.fails(.resumePINRecovery, .noInternet)
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(NoInternet())
            _ = stage.wallet.holds(.resumePINRecovery)
            stage.press("error/NoInternet.retry")
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1b")
            try await glass.sees(Self.over(.aborted), presses: "digid/1a")
        }
        #expect(next == .unlockTheApp)
    }

    // MARK: The new PIN

    @Test func `choosing can be stopped, after a question`() async throws {
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await glass.sees(Self.choose, presses: "extra/5a")
            #expect(try await glass.sees(StopNewPIN(), presses: "5.1a").below?.screen == "ChoosePIN")
            try await glass.sees(Self.choose, presses: "extra/5a")
            try await glass.sees(StopNewPIN(), presses: "5.1b")
            try await glass.sees(NewPINStopped(), presses: "5.2b")
            // The recovery ends before the screen says so: a kill does not bring it back.
            #expect(stage.wallet.calls.last == .cancelPINRecovery)
            try await glass.sees(HelpPage(topic: "UC2.3.2"), presses: "1a")
            try await glass.sees(NewPINStopped(), presses: "5.2a")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.rows.contains("UC2.3.2/1.4c"))
    }

    @Test func `back from choosing leads to the login, and the session is over`() async throws {
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await glass.sees(Self.choose, presses: "1.1b")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1c")
            try await glass.sees(HelpPage(topic: "UC2.3.2"), presses: "1a")
            try await glass.sees(RegainAccess(), presses: "1.1a")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls.first == .cancelPINRecovery)
    }

    @Test func `an open wallet that is left is where an open wallet begins`() async throws {
        stage.wallet.script { $0.isUnlocked = true }
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await glass.sees(Self.choose, presses: "1.1b")
            try await glass.sees(LogInWithDigiD(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .showAllCards)
    }

    @Test func `a lost answer shows an error, and the next unlock resolves it`() async throws {
        stage.wallet.script { $0.recoveries = [.outcomeUnknown] }
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await choosesPIN(glass)
            try await glass.sees(PINChangeUnsettled(isForgotten: true), presses: "Generic.retry")
        }
        #expect(next == .unlockTheApp)
    }

    @Test func `a recovery that ends while the PIN is chosen says so`() async throws {
        for (problem, shown) in [(IssuanceProblem.wrongPerson, DigiDLogin.Problem.wrongAccount), (.loginStopped, .stopped)] {
            let walk = try Self()
            walk.stage.wallet.fails(.completePINRecovery, .noInternet, .issuance(problem))
            let next = try await walk.recover(from: .awaitingNewPIN) { glass in
                try await walk.choosesPIN(glass)
                try await glass.sees(NoInternet(), presses: "NoInternet.retry")
                try await glass.sees(Self.over(shown), presses: "digid/1a")
            }
            #expect(next == .unlockTheApp)
        }
    }
}

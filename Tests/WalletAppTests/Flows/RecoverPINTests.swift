// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3.2 Recover PIN, with PF2.9 for recovery.
@Suite(.timeLimit(.minutes(20)))
struct RecoverPINTests: Walk {
    let stage: Stage

    private static let waiting = ContinueLogin(purpose: .pinRecovery)
    private static let stop = StopLogin(purpose: .pinRecovery)
    private static let choose = ChoosePIN(use: .recovery)

    private static func over(_ problem: IdentityLogin.Problem) -> LoginProblem {
        LoginProblem(problem: problem, purpose: .pinRecovery)
    }

    init() throws {
        stage = try Stage(in: .locked)
        stage.wallet.script { script in
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

    @Test func `LTC41 the owner logs in, chooses a new PIN and has access again`() async throws {
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

    @Test func `after Forgot PIN the login follows immediately, and back leads to the PIN screen`() async throws {
        try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
            try await glass.sees(LogInForNewPIN(), presses: "1.2b")
            try await glass.sees(LogInForNewPIN(), presses: "1.2d")
            try await glass.sees(HelpPage(topic: "UC2.3.2"), presses: "1a")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
        }
        #expect(stage.rows.prefix(2) == ["UC2.3.2/1.2", "UC2.3.2/1.2b"])
        #expect(stage.wallet.calls == [])
        #expect(stage.left.places == [.browser(Brand.nlWallet.login.website)])
    }

    @Test func `every Forgot PIN screen that offers a new PIN has the same text and button`() {
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

    @Test func `a started recovery session needs no further press`() async throws {
        await #expect(throws: GoTo(.recoverPIN)) {
            try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
                try await glass.sees(LogInForNewPIN(), presses: "1.2a")
            }
        }
        #expect(stage.wallet.calls == [.startPINRecovery])
        #expect(stage.left.places.count == 1)
    }

    @Test func `a wallet that cannot get a new PIN says so and can be deleted or left`() async throws {
        stage.wallet.fails(.startPINRecovery, .issuance(.recoveryUnavailable))
        try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
            try await glass.sees(LogInForNewPIN(), presses: "1.2a")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.recoveryUnavailable"), presses: "1a")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1b")
            try await glass.sees(RecoveryUnavailable(), presses: "Generic.close")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `a lost device key is explained before anybody logs in, and a restart leads out`() async throws {
        stage.wallet.fails(.startPINRecovery, .deviceKeyLost)
        await #expect(throws: GoTo(.openTheApp)) {
            try await stage.play({ try await RecoverPIN($0).beginFromForgotPIN() }) { glass in
                try await glass.sees(LogInForNewPIN(), presses: "1.2a")
                try await glass.sees(DeviceKeyLost(), presses: "Generic.restart")
            }
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test func `the event of the new PIN can be looked at, and going back leads to the success`() async throws {
        let event = WalletEvent(number: 9, kind: .newPIN, date: FakeWallet.Script.eventDate, card: nil)
        stage.wallet.script { $0.events = [.plain(.biometricsOff), event, WalletEvent.plain(.newPIN)] }
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await choosesPIN(glass)
            try await glass.sees(AccessRegained(hasActivity: true), presses: "1.5b")
            try await glass.sees(Activity(event: event, support: stage.context.support), presses: "1.1e")
            try await glass.sees(AccessRegained(hasActivity: true), presses: "1.5a")
        }
        #expect(next == .showAllCards)
    }

    @Test func `without a readable event of the new PIN there is no entry, and no error`() async throws {
        stage.wallet.fails(.events, .storeDamaged)
        _ = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await choosesPIN(glass)
            try await glass.sees(AccessRegained(), presses: "1.5a")
        }
    }

    // MARK: The clock

    @Test func `a wrong clock that the core corrects does not disturb a recovery`() async throws {
        stage.wallet.script { $0.isClockWrong = true }
        _ = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await choosesPIN(glass)
            try await glass.sees(AccessRegained(), presses: "1.5a")
        }
        #expect(stage.rows.contains("clock/2a"))
    }

    @Test func `a wrong clock that cannot be corrected leads to the phone's settings, and the recovery continues`() async throws {
        stage.wallet.fails(.continuePINRecovery, .clockWrong)
        _ = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(ClockWrong(), presses: "ClockWrong.settings")
            try await glass.sees(ClockWrong(), presses: "ClockWrong.retry")
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await choosesPIN(glass)
            try await glass.sees(AccessRegained(), presses: "1.5a")
        }
        #expect(stage.left.places == [.clockSettings])
        #expect(stage.rows.contains("clock/2b"))
    }

    // MARK: The login

    static let problems: [(IssuanceProblem, IdentityLogin.Problem, String)] = [
        (.loginFailed, .failed, "2.1"), (.loginStopped, .stopped, "3.1"), (.wrongPerson, .wrongAccount, "4.1"),
    ]

    @Test(arguments: problems)
    func `after a failed login the reason is shown, and the user can retry or leave`(
        _ problem: IssuanceProblem, _ shown: IdentityLogin.Problem, _ step: String
    ) async throws {
        stage.wallet.fails(.continuePINRecovery, .issuance(problem), .issuance(problem))
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(Self.over(shown), presses: step + "b")
            try await glass.sees(Self.over(shown), presses: step + "a")
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(Self.over(shown), presses: "login/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls.last == .cancelPINRecovery)
    }

    @Test func `stopping a recovery asks for confirmation, and nothing has changed`() async throws {
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1a")
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1b")
            try await glass.sees(Self.over(.aborted), presses: "5.2b")
            try await glass.sees(Self.over(.aborted), presses: "5.2a")
            try await glass.sees(Self.waiting)
            stage.clock.advance(by: 600)
            try await glass.sees(Self.over(.stopped), presses: "login/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.rows.contains("UC2.3.2/1.3c"))
        #expect(stage.wallet.calls == [.cancelPINRecovery, .startPINRecovery, .cancelPINRecovery, .cancelPINRecovery])
    }

    @Test func `a slow clock that is set right during the login ends it only when the core says so`() async throws {
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await stage.clock.waitForSleeper()
            let until = FakeWallet.loginEnds.addingTimeInterval(4200)
            stage.wallet.script { $0.recovery = .awaitingAuthentication(url: FakeWallet.loginPage, until: until) }
            stage.clock.turn(by: 3600)
            stage.clock.advance(by: 600)
            try await glass.sees(Self.waiting)
            stage.clock.advance(by: 4200)
            try await glass.sees(Self.over(.stopped), presses: "login/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls == [.cancelPINRecovery, .cancelPINRecovery])
    }

    @Test func `after a lost connection a retry identifies the user, and the user can stop`() async throws {
        stage.wallet.fails(.resumePINRecovery, .noInternet)
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(NoInternet(canGoBack: true))
            _ = stage.wallet.holds(.resumePINRecovery)
            stage.press("error/NoInternet.retry")
            try await glass.sees(Self.waiting, presses: "1.3e")
            try await glass.sees(Self.stop, presses: "5.1b")
            try await glass.sees(Self.over(.aborted), presses: "login/1a")
        }
        #expect(next == .unlockTheApp)
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer asks before the login is lost`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.resumePINRecovery, code)
        let next = try await recover(from: Self.awaiting) { glass in
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(Self.stop, presses: "5.1b")
            try await glass.sees(Self.over(.aborted), presses: "login/1a")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls.contains(.cancelPINRecovery))
    }

    // MARK: The new PIN

    @Test func `the user can stop choosing a PIN, after confirming it`() async throws {
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
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.rows.contains("UC2.3.2/1.4c"))
    }

    @Test func `going back from choosing a PIN leads to the login and ends the session`() async throws {
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await glass.sees(Self.choose, presses: "1.1b")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1c")
            try await glass.sees(HelpPage(topic: "UC2.3.2"), presses: "1a")
            try await glass.sees(RegainAccess(), presses: "1.1a")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .unlockTheApp)
        #expect(stage.wallet.calls.first == .cancelPINRecovery)
    }

    @Test func `leaving a recovery in an open wallet leads to the dashboard`() async throws {
        stage.wallet.script { $0.isUnlocked = true }
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await glass.sees(Self.choose, presses: "1.1b")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(RegainAccess(), presses: "1.1b")
        }
        #expect(next == .showAllCards)
    }

    @Test func `after a lost answer an error is shown, and the next unlock shows which PIN works`() async throws {
        stage.wallet.script { $0.recoveries = [.outcomeUnknown] }
        let next = try await recover(from: .awaitingNewPIN) { glass in
            try await choosesPIN(glass)
            try await glass.sees(PINChangeUnsettled(isForgotten: true), presses: "Generic.retry")
        }
        #expect(next == .unlockTheApp)
        // The core reports that the provider may have either PIN.
        stage.wallet.script { script in
            script.pinChangeState = .pending(certain: nil)
            script.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)]
        }
        #expect(stage.wallet.isRecovering)
        let unlocked = try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            let pad = OpenWithPIN(notice: "openWithPIN.pinChangePending")
            try await glass.sees(pad, enters: Digits.mine)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "PF2.8/2.1a")
            try await glass.sees(pad, enters: Digits.other)
        }
        #expect(unlocked == .goTo(.showAllCards))
        // The PIN that works ends the recovery.
        #expect(!stage.wallet.isRecovering)
    }

    @Test func `a recovery session that ends while the user chooses a PIN shows an error`() async throws {
        for (problem, shown) in [(IssuanceProblem.wrongPerson, IdentityLogin.Problem.wrongAccount), (.loginStopped, .stopped)] {
            let walk = try Self()
            walk.stage.wallet.fails(.completePINRecovery, .noInternet, .issuance(problem))
            let next = try await walk.recover(from: .awaitingNewPIN) { glass in
                try await walk.choosesPIN(glass)
                try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
                try await glass.sees(Self.over(shown), presses: "login/1a")
            }
            #expect(next == .unlockTheApp)
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// UC3.1 Obtain PID.
@Suite(.timeLimit(.minutes(20)))
struct ObtainPIDTests: Walk {
    let stage: Stage

    private static let waiting = ContinueLogin(purpose: .pid)
    private static let stop = StopLogin(purpose: .pid)
    private static let confirm = ConfirmWithPIN(isCancelable: false)

    private static func over(_ problem: IdentityLogin.Problem) -> LoginProblem { LoginProblem(problem: problem, purpose: .pid) }

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    private func obtain(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UseCase {
        try await stage.play({ try await ObtainPID($0).run() }, script: script)
    }

    private func obtainUntilKilled(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.playUntilKilled({ _ = try await ObtainPID($0).run() }, script: script)
    }

    /// Returns from DigiD, and answers as the issuer once the request is on the glass.
    private func comesBack(_ glass: ScriptedGlass) async throws {
        let gate = stage.wallet.holds(.resumeIssuance)
        try comesBack()
        try await glass.sees(RetrievingData())
        gate.open()
    }

    /// Returns from DigiD.
    private func comesBack() throws { stage.context.supervision.loginReturn.set(try .sample(.authenticationRedirect)) }

    /// Walks to the card's data.
    private func seesData(_ glass: ScriptedGlass) async throws {
        try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
        try await glass.sees(Self.waiting)
        try await comesBack(glass)
    }

    private static let afterLogin = [FakeWallet.Call.startIssuance, .returnFromLogin, .resumeIssuance]

    @Test func `LTC1 after the login the user sees the data and adds it with the PIN, and the wallet is ready`() async throws {
        let next = try await obtain { glass in
            try await seesData(glass)
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(CreateNewWallet(), presses: "1.9a")
            try await glass.sees(WalletIsReady(), presses: "1.10a")
        }
        #expect(next == .showAllCards)
        let pin = try Digits.pin(Digits.mine)
        #expect(stage.wallet.calls == Self.afterLogin + [.unlock(pin), .acceptIssuance(pin)])
        #expect(stage.left.places.map(String.init(describing:)).joined().contains(FakeWallet.loginPage))
        #expect(Set(["UC3.1/1.2a", "UC3.1/1.3a", "UC3.1/1.6", "UC3.1/1.6a", "UC3.1/1.7b"]).isSubset(of: stage.rows))
    }

    @Test func `a card that is obtained again replaces the present card, and the overview follows`() async throws {
        stage.wallet.script { $0.hasPID = true }
        let next = try await obtain { glass in
            try await glass.sees(AddCardsViaLogin(isAgain: true), presses: "1.1a")
            try await glass.sees(Self.waiting, presses: "1.2d")
            try await glass.sees(Self.stop, presses: "4.1b")
            try await glass.sees(LoginProblem(problem: .aborted, purpose: .pid, isAgain: true), presses: "extra/8a")
            try await glass.sees(AddCardsViaLogin(isAgain: true), presses: "1.1a")
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
        }
        #expect(next == .showAllCards)
        let pin = try Digits.pin(Digits.mine)
        #expect(stage.wallet.calls == [.startIssuance, .cancelIssuance] + Self.afterLogin + [.unlock(pin), .acceptIssuance(pin)])
        #expect(stage.rows.last == "UC3.1/1.6a")
    }

    @Test func `a user who has a card can leave before the login, and keeps the card`() async throws {
        stage.wallet.script { $0.hasPID = true }
        let next = try await obtain { glass in try await glass.sees(AddCardsViaLogin(isAgain: true), presses: "extra/7a") }
        #expect(next == .showAllCards)
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `a new user cannot leave the login, because there is nothing to go back to`() {
        #expect(Set(Presentation.Drawn(AddCardsViaLogin()).controls) == ["UC3.1/1.1a", "UC3.1/1.1b", "UC3.1/1.1c"])
        #expect(!Presentation.Drawn(Self.over(.aborted)).controls.contains("extra/8a"))
    }

    @Test func `the menu does not offer moving a wallet, because this flow is not built`() {
        #expect(Presentation.Drawn(CreateNewWallet()).controls == ["UC3.1/1.9a"])
    }

    // MARK: The login

    @Test(arguments: [(IssuanceProblem.loginFailed, IdentityLogin.Problem.failed, "2.1"), (.loginStopped, .stopped, "3.1")])
    func `LTC3 a failed login shows the reason, and the user can log in again`(
        _ problem: IssuanceProblem, _ shown: IdentityLogin.Problem, _ step: String
    ) async throws {
        stage.wallet.fails(.continueIssuance, .issuance(problem))
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting)
            try comesBack()
            try await glass.sees(Self.over(shown), presses: step + "b")
            try await glass.sees(Self.over(shown), presses: step + "a")
            try await glass.sees(Self.waiting)
        }
        #expect(stage.left.places.count == 3)
        #expect(stage.wallet.calls.filter { $0 == .startIssuance }.count == 2)
        #expect(!stage.rows.contains("UC3.1/1.3"), "nothing is fetched before DigiD has accepted the login")
    }

    @Test func `data is fetched only after DigiD has confirmed the user's login`() async throws {
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        let rows: [Row] = ["UC3.1/1.1", "UC3.1/1.1a", "UC3.1/1.2", "UC3.1/1.2a", "UC3.1/1.3", "UC3.1/1.3a", "UC3.1/1.4"]
        #expect(stage.rows == rows)
    }

    @Test func `a login that is too old for a fetch counts as cancelled`() async throws {
        stage.wallet.fails(.resumeIssuance, .issuance(.loginStopped))
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(Self.over(.stopped))
        }
        #expect(stage.rows.suffix(3) == ["UC3.1/1.3", "UC3.1/1.2c", "UC3.1/3.1"])
    }

    @Test func `a link of a different issuer fetches nothing and is reported by its error code`() async throws {
        stage.wallet.fails(.continueIssuance, .issuance(.wrongIssuer))
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting)
            try comesBack()
            try await glass.sees(GenericError(code: "I-07"), presses: "Generic.retry")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(stage.wallet.calls == [.startIssuance, .returnFromLogin])
    }

    @Test func `stopping asks for confirmation, and the user can log in again`() async throws {
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1c")
            try await glass.sees(HelpPage(topic: "UC3.1"), presses: "1a")
            try await glass.sees(AddCardsViaLogin(), presses: "1.1b")
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting, presses: "1.2d")
            #expect(try await glass.sees(Self.stop, presses: "4.1a").below?.screen == "ContinueLogin")
            try await glass.sees(Self.waiting, presses: "1.2d")
            try await glass.sees(Self.stop, presses: "4.1b")
            try await glass.sees(Self.over(.aborted), presses: "4.2b")
            try await glass.sees(Self.over(.aborted), presses: "4.2a")
            try await glass.sees(Self.waiting)
        }
        #expect(stage.wallet.calls == [.startIssuance, .cancelIssuance, .startIssuance])
    }

    @Test func `a login that returns during the stop question continues`() async throws {
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting, presses: "1.2d")
            try await glass.sees(Self.stop)
            try await comesBack(glass)
            try await glass.sees(VerifyYourData(preview: .sample))
        }
    }

    @Test func `a login that takes too long ends by the phone's clock, and its session is deleted`() async throws {
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting)
            // The screen may be drawn before the flow waits.
            try await stage.clock.waitForSleeper()
            stage.clock.advance(by: 599)
            #expect(stage.clock.sleepers.count == 1, "it is over too early")
            stage.clock.advance(by: 1)
            try await glass.sees(Self.over(.stopped))
        }
        #expect(stage.rows.contains("UC3.1/1.2c"))
        #expect(stage.wallet.calls == [.startIssuance, .cancelIssuance])
    }

    @Test func `a slow clock that is set right during the login does not end it`() async throws {
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting)
            try await stage.clock.waitForSleeper()
            let until = FakeWallet.loginEnds.addingTimeInterval(4200)
            stage.wallet.script { $0.issuance = .awaitingAuthentication(url: FakeWallet.loginPage, until: until) }
            stage.clock.turn(by: 3600)
            stage.clock.advance(by: 600)
            try await glass.sees(Self.waiting)
            try await comesBack(glass)
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.wallet.calls == Self.afterLogin)
    }

    @Test func `a link of a different session is ignored, and the app keeps waiting for its own`() async throws {
        stage.wallet.fails(.continueIssuance, .issuance(.foreignRedirect))
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(Self.waiting)
            try comesBack()
            try await glass.sees(Self.waiting)
            #expect(stage.wallet.calls.last == .returnFromLogin)
            try await comesBack(glass)
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.wallet.calls.filter { $0 == .startIssuance }.count == 1)
    }

    @Test func `a failure to start a login at the issuer is reported with its cause, and no session exists`() async throws {
        stage.wallet.fails(.startIssuance, .noInternet, .issuance(.unfitIssuer), .issuance(.notConfigured), .issuance(.noSession))
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(IssuerFailed(issuer: nil), presses: "UnknownIssuer.help")
            try await glass.sees(HelpPage(topic: "error.issuer"), presses: "1a")
            try await glass.sees(IssuerFailed(issuer: nil), presses: "UnknownIssuer.close")
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(GenericError(code: "I-01"), presses: "Generic.retry")
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(SessionExpired(), presses: "SessionExpired.help")
            try await glass.sees(HelpPage(topic: "error.sessionExpired"), presses: "1a")
            try await glass.sees(SessionExpired(), presses: "SessionExpired.close")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(stage.left.places.isEmpty)
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer leads to the offer, and no session exists`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.startIssuance, code)
        try await obtainUntilKilled { glass in
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(stage.left.places.isEmpty)
    }

    // MARK: The data

    @Test func `going back without an answer asks before the login is lost, and otherwise the retrieval continues`() async throws {
        stage.wallet.fails(.resumeIssuance, .noInternet, .serverUnreachable)
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(NoInternet(canGoBack: true), presses: "extra/13a")
            let gate = stage.wallet.holds(.resumeIssuance)
            try await glass.sees(Self.stop, presses: "4.1a")
            try await glass.sees(RetrievingData())
            gate.open()
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "extra/13a")
            try await glass.sees(Self.stop, presses: "4.1b")
            try await glass.sees(Self.over(.aborted))
        }
        #expect(stage.wallet.calls.last == .cancelIssuance)
    }

    @Test(arguments: [(WalletCoreError.Code.noInternet, "NoInternet", "1.3c"), (.serverUnreachable, "ServerUnreachable", "1.3d")])
    func `LTC2 a lost connection shows an error, and a retry continues`(
        _ code: WalletCoreError.Code, _ screen: String, _ row: String
    ) async throws {
        stage.wallet.fails(.resumeIssuance, code)
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            #expect(try await glass.next().top.screen == screen)
            let gate = stage.wallet.holds(.resumeIssuance)
            stage.press(Row("error", screen + ".retry"))
            try await glass.sees(RetrievingData())
            gate.open()
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.rows.contains(Row("UC3.1", row)))
        #expect(stage.wallet.calls == Self.afterLogin + [.resumeIssuance])
    }

    @Test func `a wrong clock that cannot be corrected leads to the phone's settings, and a retry continues`() async throws {
        stage.wallet.fails(.resumeIssuance, .clockWrong)
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(ClockWrong(), presses: "ClockWrong.settings")
            try await glass.sees(ClockWrong(), presses: "ClockWrong.help")
            try await glass.sees(HelpPage(topic: "error.clockWrong"), presses: "1a")
            try await glass.sees(ClockWrong())
            let gate = stage.wallet.holds(.resumeIssuance)
            stage.press("error/ClockWrong.retry")
            try await glass.sees(RetrievingData())
            gate.open()
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.left.places.last == .clockSettings)
        #expect(stage.rows.contains("clock/1b"))
    }

    @Test func `a wrong clock that the core corrects is not mentioned`() async throws {
        stage.wallet.script { $0.isClockWrong = true }
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.rows.suffix(4) == ["UC3.1/1.3", "clock/1a", "UC3.1/1.3a", "UC3.1/1.4"])
    }

    @Test(arguments: [IssuanceProblem.refused, .unfitIssuer, .unfitCredential, .wrongIssuer, .wrongPerson])
    func `LTC2 a failed issuance shows a code, and the user can start again`(_ problem: IssuanceProblem) async throws {
        stage.wallet.fails(.resumeIssuance, .issuance(problem))
        try await obtainUntilKilled { glass in
            try await seesData(glass)
            try await glass.sees(GenericError(code: problem.code), presses: "Generic.retry")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(stage.rows.contains("UC3.1/1.3b"))
    }

    @Test func `the user can stop the retrieval, and otherwise it continues`() async throws {
        stage.wallet.script { $0.issuance = .retrieving }
        _ = stage.wallet.holds(.resumeIssuance)
        try await obtainUntilKilled { glass in
            try await glass.sees(RetrievingData(), presses: "1.3e")
            try await glass.sees(Self.stop, presses: "4.1a")
            try await glass.sees(RetrievingData(), presses: "1.3e")
            try await glass.sees(Self.stop, presses: "4.1b")
            try await glass.sees(Self.over(.aborted))
        }
        #expect(stage.wallet.calls.last == .cancelIssuance)
    }

    @Test func `LTC4 data that the user rejects is not added, and the user can start again`() async throws {
        stage.wallet.script { $0.issuance = .preview(.sample) }
        try await obtainUntilKilled { glass in
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4b")
            try await glass.sees(DataRejected(), presses: "5.1b")
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4b")
            try await glass.sees(DataRejected(), presses: "5.1a")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(stage.wallet.calls == [.cancelIssuance])
    }

    // MARK: Adding

    @Test func `without the PIN no data is added, and the data is shown again`() async throws {
        stage.wallet.script { $0.issuance = .preview(.sample) }
        try await obtainUntilKilled { glass in
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1c")
            try await glass.sees(VerifyYourData(preview: .sample))
        }
        #expect(stage.wallet.calls == [])
    }

    @Test func `a retry adds the data with the same PIN, and an issuer failure is named`() async throws {
        stage.wallet.script { $0.issuance = .preview(.sample) }
        stage.wallet.fails(.acceptIssuance, .noInternet, .serverUnreachable, .issuance(.unfitCredential))
        let issuer = IssuerFailed(issuer: IssuancePreview.sample.issuer)
        try await obtainUntilKilled { glass in
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "ServerUnreachable.retry")
            try await glass.sees(issuer, presses: "KnownIssuer.help")
            try await glass.sees(HelpPage(topic: "error.issuer"), presses: "1a")
            try await glass.sees(issuer, presses: "KnownIssuer.close")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(Set(["UC3.1/1.6b", "UC3.1/1.6c"]).isSubset(of: stage.rows))
        #expect(!stage.wallet.present.hasPID)
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer leads to the data, which can be added again`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.script { $0.issuance = .preview(.sample) }
        stage.wallet.fails(.acceptIssuance, code)
        try await obtainUntilKilled { glass in
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(CreateNewWallet())
        }
        #expect(stage.wallet.present.hasPID)
    }

    @Test func `a PIN that the provider refuses at the last moment is asked for again`() async throws {
        stage.wallet.script { script in
            script.issuance = .preview(.sample)
            script.acceptances = [.refused(.invalid(attemptsLeftInRound: 3, isFinalRound: false))]
        }
        try await obtainUntilKilled { glass in
            try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "PF2.8/2.1a")
            try await glass.sees(Self.confirm)
        }
    }

    @Test func `the fourth wrong PIN restarts the setup of a wallet that has no cards yet`() async throws {
        let third = PINCheck.invalid(attemptsLeftInRound: 1, isFinalRound: false)
        let wait = PINCheck.temporarilyBlocked(until: stage.clock.now.addingTimeInterval(60))
        stage.wallet.script { script in
            script.issuance = .preview(.sample)
            script.checks = [third, wait]
        }
        await #expect(throws: GoTo(.setUpRemotePIN(.choosePIN))) {
            _ = try await obtain { glass in
                try await glass.sees(VerifyYourData(preview: .sample), presses: "1.4a")
                try await glass.sees(Self.confirm, enters: Digits.other)
                try await glass.sees(WrongPIN(step: "4.1"), presses: "PF2.8/4.1a")
                try await glass.sees(Self.confirm, enters: Digits.other)
                try await glass.sees(SetUpFailed(), presses: "PF2.8/11.1a")
            }
        }
        #expect(stage.wallet.calls.last == .wipe)
        #expect(Set(["PF2.8/1.1h", "PF2.8/11.1a"]).isSubset(of: stage.rows))
    }

    // MARK: Killed

    @Test(arguments: [
        (IssuanceState.awaitingAuthentication(url: FakeWallet.loginPage, until: FakeWallet.loginEnds), "ContinueLogin"),
        (.retrieving, "RetrievingData"), (.preview(.sample), "VerifyYourData"), (.none, "AddCardsViaLogin"),
    ])
    func `a launch resumes an issuance session in its state`(_ state: IssuanceState, _ screen: String) async throws {
        stage.wallet.script { $0.issuance = state }
        _ = stage.wallet.holds(.resumeIssuance)
        try await obtainUntilKilled { glass in
            let shown = try await glass.next()
            #expect(shown.top.screen == screen)
        }
        #expect(!stage.wallet.calls.contains(.startIssuance))
    }
}

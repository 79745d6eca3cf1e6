// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// PF2.8 Validate entered PIN.
@Suite(.timeLimit(.minutes(20)))
struct ValidatePINTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .locked) }

    /// A wrong PIN of one of the rounds.
    struct Wrong: Sendable {
        let attemptsLeft: Int
        let isFinal: Bool
        let branch: String
        let step: String
    }

    static let wrongs = [
        Wrong(attemptsLeft: 3, isFinal: false, branch: "1.1d", step: "2.1"),
        Wrong(attemptsLeft: 2, isFinal: false, branch: "1.1e", step: "3.1"),
        Wrong(attemptsLeft: 1, isFinal: false, branch: "1.1f", step: "4.1"),
        Wrong(attemptsLeft: 3, isFinal: true, branch: "1.1i", step: "6.1"),
        Wrong(attemptsLeft: 2, isFinal: true, branch: "1.1j", step: "7.1"),
        Wrong(attemptsLeft: 1, isFinal: true, branch: "1.1k", step: "8.1"),
    ]

    /// Checks the same PIN once per scripted outcome, and returns each result.
    private func validate(
        _ checks: PINCheck..., script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
    ) async throws -> [ValidatePIN.Result] {
        stage.wallet.script { $0.checks = checks }
        let pin = try Digits.pin(Digits.mine)
        return try await stage.play(
            { context in
                var validation = ValidatePIN(context)
                var results: [ValidatePIN.Result] = []
                for _ in 0..<max(1, checks.count) { results.append(try await validation.run(pin)) }
                return results
            }, script: script)
    }

    @Test func `a valid PIN shows no screen`() async throws {
        #expect(try await validate(.valid) == [.valid])
        #expect(stage.rows == ["PF2.8/1.1", "PF2.8/1.1a"])
        #expect(stage.host.current == nil)
    }

    @Test(arguments: wrongs)
    func `LTC40 each wrong PIN takes its own row and shows its own message, and the user may retry`(_ wrong: Wrong) async throws {
        let results = try await validate(.invalid(attemptsLeftInRound: wrong.attemptsLeft, isFinalRound: wrong.isFinal)) { glass in
            let prompt = try await glass.sees(WrongPIN(step: wrong.step), presses: wrong.step + "a")
            #expect(prompt.top.style == .prompt)
        }
        #expect(results == [.retry])
        #expect(stage.rows == ["PF2.8/1.1", Row("PF2.8", wrong.branch), Row("PF2.8", wrong.step), Row("PF2.8", wrong.step + "a")])
    }

    @Test(arguments: zip(wrongs, ["again", "2 more attempts", "1 more attempt.", "3 more attempts", "2 more attempts", "1 more attempt."]))
    func `the message shows the remaining attempts and the consequence, as designed`(_ wrong: Wrong, _ words: String) throws {
        let texts = Presentation.Drawn(WrongPIN(step: wrong.step)).texts.map { stage.catalog.string($0, in: .english) }
        #expect(texts.contains { $0.contains(words) })
        #expect(texts.contains { $0.contains("blocked permanently") } == wrong.isFinal)
        #expect(texts.contains { $0.contains("blocked temporarily") } == (wrong.step == "4.1"))
    }

    @Test(arguments: wrongs)
    func `Forgot PIN is offered after each wrong PIN, and going back from it does not count as a retry`(_ wrong: Wrong) async throws {
        stage.wallet.script { $0.hasPID = true }
        let results = try await validate(.invalid(attemptsLeftInRound: wrong.attemptsLeft, isFinalRound: wrong.isFinal)) { glass in
            try await glass.sees(WrongPIN(step: wrong.step), presses: wrong.step + "b")
            try await glass.sees(ForgotPINWhileChecking(canCreateNewPIN: true), presses: "10.1a")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(ForgotPINWhileChecking(canCreateNewPIN: true), presses: "10.1b")
        }
        #expect(results == [.back])
    }

    // MARK: Delays

    @Test(arguments: [1, 5, 60])
    func `LTC46 the fourth wrong PIN of a round starts a delay that ends by the phone's clock`(_ minutes: Int) async throws {
        let until = stage.clock.now.addingTimeInterval(Double(minutes) * 60)
        let third = PINCheck.invalid(attemptsLeftInRound: 1, isFinalRound: false)
        let results = try await validate(third, .temporarilyBlocked(until: until)) { glass in
            try await glass.sees(WrongPIN(step: "4.1"), presses: "4.1a")
            let shown = try await glass.sees(TemporarilyBlocked(until: until))
            #expect(shown.top.components.contains(.countdown("temporarilyBlocked.countdown", until: until)))
            stage.clock.advance(by: Double(minutes) * 60 - 1)
            #expect(stage.host.current == shown)
            stage.clock.advance(by: 1)
        }
        #expect(results == [.retry, .retry])
        #expect(stage.rows.suffix(3) == ["PF2.8/1.1g", "PF2.8/5.1", "PF2.8/5.1e"])
        stage.expectNothingWaits()
    }

    @Test(arguments: [3600, -3600, 1e9])
    func `setting the clock does not change the length of a delay`(_ seconds: TimeInterval) async throws {
        let until = stage.clock.steadyNow.addingTimeInterval(60)
        let results = try await validate(.temporarilyBlocked(until: until)) { glass in
            stage.clock.turn(by: seconds)
            let shown = try await glass.sees(TemporarilyBlocked(until: until))
            stage.clock.advance(by: 30)
            stage.clock.turn(by: -2 * seconds)
            #expect(stage.host.current == shown)
            stage.press("PF2.8/5.1c")
            try await glass.sees(HelpPage(topic: "PF2.8.wait"), presses: "1a")
            try await glass.sees(TemporarilyBlocked(until: until))
            stage.clock.advance(by: 29)
            #expect(stage.host.current?.top == shown.top)
            stage.clock.advance(by: 1)
        }
        #expect(results == [.retry])
        #expect(stage.rows.last == "PF2.8/5.1e")
        stage.expectNothingWaits()
    }

    @Test func `a PIN entered during a delay takes a different row than the PIN that started the delay`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        let third = PINCheck.invalid(attemptsLeftInRound: 1, isFinalRound: false)
        let wait = PINCheck.temporarilyBlocked(until: until)
        let results = try await validate(third, wait, wait) { glass in
            try await glass.sees(WrongPIN(step: "4.1"), presses: "4.1a")
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1b")
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1b")
        }
        #expect(results == [.retry, .back, .back])
        #expect(stage.rows.filter { $0 == "PF2.8/1.1g" }.count == 1)
        #expect(stage.rows.filter { $0 == "PF2.8/1.1b" }.count == 1)
        #expect(stage.clock.sleepers.isEmpty)
    }

    @Test func `during a delay the user can delete the wallet, read help or solve a forgotten PIN, and the delay continues`() async throws {
        let until = stage.clock.now.addingTimeInterval(300)
        let results = try await validate(.temporarilyBlocked(until: until)) { glass in
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1a")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1c")
            try await glass.sees(HelpPage(topic: "PF2.8.wait"), presses: "1a")
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1d")
            try await glass.sees(ForgotPINWhileChecking(canCreateNewPIN: false), presses: "10.1b")
        }
        #expect(results == [.back])
    }

    @Test func `a delay that ends while the user reads help is over when the user returns`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        let results = try await validate(.temporarilyBlocked(until: until)) { glass in
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1c")
            try await glass.sees(HelpPage(topic: "PF2.8.wait"))
            stage.clock.advance(by: 60)
            stage.press("help/1a")
        }
        #expect(results == [.retry])
    }

    @Test func `with a clock that does not wait the screen of a delay is shown once, and stays until the user presses`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        stage.clock.stopWaiting()
        let results = try await validate(.temporarilyBlocked(until: until)) { glass in
            let shown = try await glass.sees(TemporarilyBlocked(until: until))
            await stage.clock.hasDeadlines(ClockPatience.limit)
            for _ in 0..<100 { await Task.yield() }
            #expect(stage.host.current == shown)
            stage.press("PF2.8/5.1b")
        }
        #expect(results == [.back])
        #expect(stage.clock.deadlines.count == ClockPatience.limit)
    }

    @Test func `a kill during a delay leaves no task behind`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        stage.wallet.script { $0.checks = [.temporarilyBlocked(until: until)] }
        let pin = try Digits.pin(Digits.mine)
        try await stage.playUntilKilled({ context in
            var validation = ValidatePIN(context)
            _ = try await validation.run(pin)
        }) { glass in
            try await glass.sees(TemporarilyBlocked(until: until))
        }
        #expect(!stage.rows.contains("PF2.8/5.1e"))
    }

    // MARK: Permanently blocked

    @Test func `LTC47 the last wrong PIN blocks the wallet permanently, and only deleting and help are left`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 1, isFinalRound: true), .permanentlyBlocked] }
        let pin = try Digits.pin(Digits.mine)
        try await stage.playUntilKilled({ context in
            var validation = ValidatePIN(context)
            #expect(try await validation.run(pin) == .retry)
            _ = try await validation.run(pin)
        }) { glass in
            try await glass.sees(WrongPIN(step: "8.1"), presses: "8.1a")
            let shown = try await glass.sees(AppIsBlocked(), presses: "9.1a")
            #expect(shown.top.controls == ["PF2.8/9.1b", "PF2.8/9.1a"])
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(AppIsBlocked(), presses: "9.1b")
            try await glass.sees(HelpPage(topic: "PF2.8.blocked"), presses: "1a")
            try await glass.sees(AppIsBlocked())
        }
        #expect(stage.rows.contains("PF2.8/1.1l"))
        #expect(!stage.rows.contains("PF2.8/1.1c"))
    }

    @Test func `a wallet that was blocked before takes a different row than the PIN that blocks it`() async throws {
        stage.wallet.script { $0.checks = [.permanentlyBlocked] }
        let pin = try Digits.pin(Digits.mine)
        try await stage.playUntilKilled({ context in
            var validation = ValidatePIN(context)
            _ = try await validation.run(pin)
        }) { glass in
            try await glass.sees(AppIsBlocked())
        }
        #expect(stage.rows.contains("PF2.8/1.1c"))
        #expect(!stage.rows.contains("PF2.8/1.1l"))
    }

    // MARK: Errors

    @Test func `after a connection error a retry checks the same PIN again`() async throws {
        stage.wallet.fails(.unlock, .noInternet, .serverUnreachable, .noInternet)
        let results = try await validate(.valid) { glass in
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "ServerUnreachable.retry")
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
        }
        #expect(results == [.valid])
        #expect(stage.rows.contains("PF2.8/1.1m"))
        #expect(stage.rows.contains("PF2.8/1.1n"))
        let pin = try Digits.pin(Digits.mine)
        #expect(stage.wallet.calls == Array(repeating: .unlock(pin), count: 4))
    }

    @Test func `without internet the user can open the phone's settings, and go back without a second check`() async throws {
        stage.wallet.fails(.unlock, .noInternet)
        let results = try await validate { glass in
            try await glass.sees(NoInternet(canGoBack: true), presses: "extra/13b")
            try await glass.sees(NoInternet(canGoBack: true), presses: "extra/13a")
        }
        #expect(results == [.back])
        #expect(stage.left.places == [.networkSettings])
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Digits.mine))])
    }

    @Test func `if our service does not answer the user can go back without a second check`() async throws {
        stage.wallet.fails(.unlock, .serverUnreachable)
        let results = try await validate { glass in
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "extra/13a")
        }
        #expect(results == [.back])
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Digits.mine))])
    }

    @Test func `an error between the third and the fourth wrong PIN does not change the count of wrong PINs`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        let third = PINCheck.invalid(attemptsLeftInRound: 1, isFinalRound: false)
        _ = try await validate(third, .temporarilyBlocked(until: until)) { glass in
            try await glass.sees(WrongPIN(step: "4.1"))
            stage.wallet.fails(.unlock, .noInternet)
            stage.press("PF2.8/4.1a")
            try await glass.sees(NoInternet(canGoBack: true), presses: "NoInternet.retry")
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1b")
        }
        #expect(stage.rows.contains("PF2.8/1.1g"))
    }

    @Test(arguments: [(WalletCoreError.Code.notRegistered, "S-02"), (.unexpected, "X-01")])
    func `an error without a screen of its own is shown as Generic with a code, and can be retried or restarted`(
        _ code: WalletCoreError.Code, _ shown: String
    ) async throws {
        stage.wallet.fails(.unlock, code, code)
        let results = try await validate(.valid) { glass in
            try await glass.sees(GenericError(code: shown), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.generic"), presses: "1a")
            try await glass.sees(GenericError(code: shown), presses: "Generic.retry")
            try await glass.sees(GenericError(code: shown), presses: "Generic.restart")
        }
        #expect(results == [.restart])
    }
}

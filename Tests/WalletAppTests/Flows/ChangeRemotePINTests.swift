// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.6 Change remote PIN, with PF2.4 and PF2.9.
@Suite(.timeLimit(.minutes(20)))
struct ChangeRemotePINTests: Walk {
    let stage: Stage

    private static let old = Digits.mine
    private static let new = "620943"
    private static let confirm = ConfirmWithPIN(isCancelable: false)

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    private func change(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UseCase {
        try await stage.play({ try await ChangeRemotePIN($0).run() }, script: script)
    }

    @Sendable private static func entersAll(_ glass: ScriptedGlass) async throws {
        try await glass.sees(confirm, enters: old)
        try await glass.sees(ChoosePIN(use: .change), enters: new)
        try await glass.sees(RepeatPIN(use: .change), enters: new)
    }

    @Test func `LTC45 the user enters the old PIN and twice the new PIN, and the PIN is changed`() async throws {
        let next = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.sees(PINChanged(), presses: "1.3a")
        }
        #expect(next == .showAllCards)
        let (old, new) = (try Digits.pin(Self.old), try Digits.pin(Self.new))
        #expect(stage.wallet.calls == [.unlock(old), .changePIN(from: old, to: new)])
        #expect(stage.wallet.changePreparations == 2)
    }

    @Test func `while the PIN is changed the screen shows progress and takes no input`() async throws {
        let gate = stage.wallet.holds(.changePIN)
        _ = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.seesAtWork(SettingUpPIN(use: .change))
            gate.open()
            try await glass.sees(PINChanged(), presses: "1.3a")
        }
    }

    @Test func `after success the user can also return to the settings`() async throws {
        let next = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.sees(PINChanged(), presses: "1.3b")
        }
        #expect(next == .showAppMenu(.settings))
    }

    @Test func `going back from the old PIN changes nothing`() async throws {
        let next = try await change { glass in try await glass.sees(Self.confirm, presses: "PF2.4/1.1c") }
        #expect(next == .showAppMenu(.settings))
        #expect(stage.wallet.calls == [])
    }

    @Test func `going back from the new PIN changes nothing`() async throws {
        let next = try await change { glass in
            try await glass.sees(Self.confirm, enters: Self.old)
            try await glass.sees(ChoosePIN(use: .change), presses: "PF2.9/1.1b")
        }
        #expect(next == .showAppMenu(.settings))
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Self.old))])
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer and then from the new PIN changes nothing`(_ code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.changePIN, code)
        let next = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(ChoosePIN(use: .change), presses: "PF2.9/1.1b")
        }
        #expect(next == .showAppMenu(.settings))
    }

    @Test func `a lost connection shows an error, and a retry repeats the change with the same PINs`() async throws {
        stage.wallet.fails(.changePIN, .serverUnreachable)
        let next = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.sees(ServerUnreachable(canGoBack: true), presses: "ServerUnreachable.retry")
            try await glass.sees(PINChanged(), presses: "1.3a")
        }
        #expect(next == .showAllCards)
    }

    @Test func `if it is unknown which PIN is active, the app says so and the wallet locks`() async throws {
        stage.wallet.script { $0.changes = [.outcomeUnknown] }
        let next = try await change { glass in
            try await Self.entersAll(glass)
            try await glass.sees(PINChangeUnsettled(), presses: "Generic.retry")
        }
        #expect(next == .showAllCards)
        #expect(stage.wallet.calls.last == .lock(.loggedOut))
    }

    // MARK: PF2.4

    @Test func `a wrong PIN confirms no action, and a forgotten PIN leads to help or a new PIN`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        let next = try await change { glass in
            try await glass.sees(Self.confirm, enters: Self.new)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "PF2.8/2.1a")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1b")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: false), presses: "2.3a")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: false), presses: "2.3b")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1e")
            try await glass.sees(HelpPage(topic: "PF2.4"), presses: "1a")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1c")
        }
        #expect(next == .showAppMenu(.settings))
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Self.new))])
    }

    @Test func `the user can leave the screens of a wrong PIN and of a delay`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        stage.wallet.script { $0.checks = [.temporarilyBlocked(until: until)] }
        _ = try await change { glass in
            try await glass.sees(Self.confirm, enters: Self.new)
            try await glass.sees(TemporarilyBlocked(until: until), presses: "PF2.8/5.1b")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1c")
        }
    }

    @Test func `the screen of a cancellable protected action has a cancel button`() async throws {
        try await stage.play({ context in
            guard case .cancel = try await ConfirmProtectedAction(context, isCancelable: true).run() else {
                Issue.record("it was not cancelled")
                return
            }
        }) { glass in
            try await glass.sees(ConfirmWithPIN(isCancelable: true), presses: "1.1d")
        }
    }

    @Test func `without a PID a forgotten PIN leads to deleting the wallet`() async throws {
        try await stage.play({ context in
            _ = try await ConfirmProtectedAction(context, isCancelable: true, isIssuingPID: true).run()
        }) { glass in
            try await glass.sees(ConfirmWithPIN(isCancelable: true), presses: "1.1b")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: true), presses: "2.2a")
            try await glass.sees(WipeAppData(), presses: "UC9.4/1.1b")
            try await glass.sees(ForgotPINWhileConfirming(isIssuingPID: true), presses: "2.2b")
            try await glass.sees(ConfirmWithPIN(isCancelable: true), presses: "1.1c")
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3 Unlock the app: with the PIN, and the next steps.
@Suite(.timeLimit(.minutes(20)))
struct UnlockTheAppTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .locked)
        stage.wallet.script { script in
            script.isRevocationCodeConfirmed = true
        }
    }

    private func unlock(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UnlockTheApp.Outcome {
        try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }, script: script)
    }

    @Test func `LTC37 the right PIN opens the wallet`() async throws {
        stage.wallet.script { $0.hasPID = true }
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.showAllCards))
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Digits.mine))])
    }

    @Test func `an unlocked wallet without a PID continues by obtaining a PID`() async throws {
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.obtainPID))
    }

    @Test func `a setup that ended before the user wrote down the deletion code continues first`() async throws {
        stage.wallet.script { $0.isRevocationCodeConfirmed = false }
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.setUpRemotePIN(.biometrics)))
    }

    @Test func `a user who has chosen about biometrics is not asked again`() async throws {
        stage.wallet.script { script in
            script.isRevocationCodeConfirmed = false
            script.isBiometricUnlockEnabled = true
        }
        let next = try await unlock { _ in }
        #expect(next == .goTo(.setUpRemotePIN(.deletionCode)))
    }

    @Test func `LTC40 after a wrong PIN the same screen asks for the PIN again`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.other)
            let prompt = try await glass.sees(WrongPIN(step: "2.1"), presses: "2.1a")
            #expect(prompt.below?.screen == "OpenWithPIN")
            let again = try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            #expect(again.direction == .none)
        }
        #expect(next == .goTo(.obtainPID))
        #expect(stage.rows.contains("UC2.3/1.4b"))
        let calls: [FakeWallet.Call] = [.unlock(try Digits.pin(Digits.other)), .unlock(try Digits.pin(Digits.mine))]
        #expect(stage.wallet.calls == calls)
    }

    @Test func `going back from a delay leads to the PIN screen`() async throws {
        let until = stage.clock.now.addingTimeInterval(60)
        stage.wallet.script { $0.checks = [.temporarilyBlocked(until: until)] }
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(TemporarilyBlocked(until: until), presses: "5.1b")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.4c"))
    }

    @Test(arguments: [WalletCoreError.Code.noInternet, .serverUnreachable])
    func `going back without an answer leads to the PIN screen, where another PIN can be entered`(_ code: WalletCoreError.Code) async throws
    {
        stage.wallet.script { $0.hasPID = true }
        stage.wallet.fails(.unlock, code)
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.other)
            try await glass.seesNoAnswer(code, presses: "extra/13a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.showAllCards))
        #expect(stage.rows.contains("UC2.3/1.4c"))
        #expect(stage.wallet.calls.contains(.unlock(try Digits.pin(Digits.mine))))
    }

    @Test func `after an error the app can be restarted from its beginning`() async throws {
        stage.wallet.fails(.unlock, .notRegistered)
        let next = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(GenericError(code: "S-02"), presses: "Generic.restart")
        }
        #expect(next == .goTo(.openTheApp))
        #expect(!stage.rows.contains("UC2.3/1.5"))
    }

    @Test func `a PIN whose verdict was lost is asked for again, with the reason`() async throws {
        stage.wallet.script { $0.checks = [.outcomeUnknown] }
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(OpenWithPIN(notice: "openWithPIN.outcomeUnknown"), enters: Digits.mine)
        }
        #expect(stage.rows.contains("PF2.8/1.1n"))
    }

    @Test func `a wallet that the provider refuses permanently says so and sends no further PIN`() async throws {
        stage.wallet.fails(.unlock, .walletRejected)
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WalletRejected(), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.rejected"), presses: "1a")
            try await glass.sees(WalletRejected(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(WalletRejected())
        }
        #expect(try stage.wallet.calls == [.unlock(Digits.pin(Digits.mine))])
    }

    @Test func `a lost device key is explained after the PIN, and the wallet can be deleted`() async throws {
        stage.wallet.fails(.unlock, .deviceKeyLost)
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(DeviceKeyLost(), presses: "Generic.help")
            try await glass.sees(HelpPage(topic: "error.deviceKeyLost"), presses: "1a")
            try await glass.sees(DeviceKeyLost(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(DeviceKeyLost())
        }
        #expect(try stage.wallet.calls == [.unlock(Digits.pin(Digits.mine))])
    }

    @Test func `info is offered on the PIN screen and returns to it`() async throws {
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3c")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
    }

    @Test func `each time the PIN screen appears, a beacon is fetched ahead`() async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.other)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "2.1a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(stage.wallet.preparations == 2)
    }

    // MARK: Forgotten PIN

    @Test func `without a PID the only solution to a forgotten PIN is to delete the wallet`() async throws {
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            let shown = try await glass.sees(ForgotPIN(canCreateNewPIN: false), presses: "6.1a")
            #expect(!shown.top.controls.contains("UC2.3/6.1c"))
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: false), presses: "6.1b")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
    }

    @Test func `with a PID a user who forgot the PIN can create a new PIN`() async throws {
        stage.wallet.script { $0.hasPID = true }
        _ = try await unlock { glass in
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1c")
            try await glass.sees(LogInForNewPIN(), presses: "1.2c")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1b")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
    }

    @Test func `a kill on the lock leaves the wallet locked`() async throws {
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(!stage.wallet.present.isUnlocked)
        #expect(stage.wallet.calls.isEmpty)
    }
}

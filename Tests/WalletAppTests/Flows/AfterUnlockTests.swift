// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// The notices after an unlock, and the practice of the PIN.
@Suite(.timeLimit(.minutes(20)))
struct AfterUnlockTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { script in
            script.hasPID = true
        }
    }

    private static let cards = Dashboard(cards: [])

    private func after(
        _ next: UseCase = .showAllCards, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws {
        try await stage.play({ try await AfterUnlock($0).beforeGoing(to: next) }, script: script)
    }

    private func practise(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        stage.wallet.script { $0.isPracticeDue = true }
        try await after(.showAllCards, script)
        // The typed PINs have not reached the core.
        #expect(stage.wallet.calls == [])
        #expect(try await !stage.wallet.isPINPracticeDue())
    }

    // MARK: Wrong tries

    @Test func `wrong PINs are reported once after an unlock, with their number`() async throws {
        stage.wallet.script { $0.wrongTries = 3 }
        try await after { glass in try await glass.sees(WrongTriesNotice(count: 3), presses: "1a") }
        #expect(try await stage.wallet.unreportedWrongTries() == 0)
        try await after { _ in }
    }

    @Test func `many wrong PINs over weeks are reported once, after the report of wrong PINs since the last unlock`() async throws {
        stage.wallet.script { script in
            script.wrongTries = 3
            script.recentTries = RecentWrongTries(count: 24, days: 30)
        }
        try await after { glass in
            try await glass.sees(WrongTriesNotice(count: 3), presses: "1a")
            try await glass.sees(WrongTriesNotice(count: 24, days: 30), presses: "1a")
        }
        #expect(try await stage.wallet.unreportedRecentWrongTries() == nil)
        try await after { _ in }
    }

    @Test func `many wrong PINs over weeks are reported even if there were none since the last unlock`() async throws {
        stage.wallet.script { $0.recentTries = RecentWrongTries(count: 20, days: 30) }
        try await after { glass in try await glass.sees(WrongTriesNotice(count: 20, days: 30), presses: "1a") }
        try await after { _ in }
    }

    @Test func `wrong PINs are reported again after a kill before the user has read the report`() async throws {
        stage.wallet.script { $0.wrongTries = 3 }
        try await stage.playUntilKilled({ try await AfterUnlock($0).beforeGoing(to: .showAllCards) }) { glass in
            try await glass.sees(WrongTriesNotice(count: 3))
        }
        #expect(try await stage.wallet.unreportedWrongTries() == 3)
    }

    @Test(arguments: [WalletCoreError.Code.storeDamaged, .locked, .unexpected])
    func `a notice that the core cannot provide does not block the wallet`(code: WalletCoreError.Code) async throws {
        stage.wallet.script { $0.wrongTries = 3 }
        stage.wallet.fails(.unreportedWrongTries, code)
        stage.wallet.fails(.isPINPracticeDue, code)
        stage.wallet.script { $0.hasExpiredLink = true }
        stage.wallet.fails(.hasExpiredLink, code)
        // Above the lock; under it `locked` is waited for.
        try await stage.play({ try await AfterUnlock($0.on(.lock)).beforeGoing(to: .showAllCards) }, script: { _ in })
    }

    @Test func `wrong PINs are reported between the unlock and the next screen, at launch and over a flow`() async throws {
        stage.wallet.begin(in: .waitingForInitialize)
        stage.wallet.script { script in
            script.isRevocationCodeConfirmed = true
            script.wrongTries = 2
        }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WrongTriesNotice(count: 2), presses: "1a")
            try await glass.sees(Self.cards)
            stage.wallet.script { $0.wrongTries = 1 }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WrongTriesNotice(count: 1), presses: "1a")
            try await glass.sees(Self.cards)
        }
    }

    // MARK: An expired link

    @Test func `a link that waited too long for the unlock is reported once, between the wrong PINs and the practice`() async throws {
        stage.wallet.script { script in
            script.wrongTries = 3
            script.hasExpiredLink = true
            script.isPracticeDue = true
        }
        try await after { glass in
            try await glass.sees(WrongTriesNotice(count: 3), presses: "1a")
            try await glass.sees(LinkExpired(), presses: "2a")
            try await glass.sees(PracticeOffer(), presses: "1b")
        }
        try await after { _ in }
        #expect(stage.rows.count { $0 == "link/2" } == 1)
    }

    @Test func `an expired link is reported again after a kill before the user has read the report`() async throws {
        stage.wallet.script { $0.hasExpiredLink = true }
        try await stage.playUntilKilled({ try await AfterUnlock($0).beforeGoing(to: .showAllCards) }) { glass in
            try await glass.sees(LinkExpired())
        }
        #expect(stage.wallet.present.hasExpiredLink)
    }

    @Test func `without an expired link nothing is said about one`() async throws {
        try await after { _ in }
        #expect(!stage.rows.contains("link/2"))
    }

    @Test func `an expired link is reported over a flow, which then continues`() async throws {
        try await playOpened { glass in
            try await glass.sees(Self.cards, presses: "1.1e")
            try await glass.sees(AppMenu())
            stage.wallet.script { $0.hasExpiredLink = true }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(LinkExpired(), presses: "2a")
            try await glass.sees(AppMenu())
        }
    }

    // MARK: Practice

    @Test func `no practice delays a login that has returned`() async throws {
        stage.wallet.script { $0.isPracticeDue = true }
        stage.context.supervision.loginReturn.set(try .sample(.authenticationRedirect))
        try await after(.obtainPID) { _ in }
        #expect(try await stage.wallet.isPINPracticeDue())
    }

    @Test func `Not now ends the PIN practice immediately on every screen`() async throws {
        try await practise { glass in try await glass.sees(PracticeOffer(), presses: "1b") }
        try await practise { glass in
            try await glass.sees(PracticeOffer(), presses: "1a")
            try await glass.sees(PracticePIN(isSecond: false), presses: "2b")
        }
        try await practise { glass in
            try await glass.sees(PracticeOffer(), presses: "1a")
            try await glass.sees(PracticePIN(isSecond: false), enters: Digits.mine)
            try await glass.sees(PracticePIN(isSecond: true), presses: "3b")
        }
        try await practise { glass in
            try await glass.sees(PracticeOffer(), presses: "1a")
            try await glass.sees(PracticePIN(isSecond: false), enters: Digits.mine)
            try await glass.sees(PracticePIN(isSecond: true), enters: Digits.other)
            try await glass.sees(PracticeDiffers(), presses: "5b")
        }
    }

    @Test func `two equal practice PINs are praised, different PINs can be retried, and none is checked or counted`() async throws {
        try await practise { glass in
            try await glass.sees(PracticeOffer(), presses: "1a")
            try await glass.sees(PracticePIN(isSecond: false), enters: Digits.other)
            try await glass.sees(PracticePIN(isSecond: true), enters: Digits.mine)
            try await glass.sees(PracticeDiffers(), presses: "5a")
            try await glass.sees(PracticePIN(isSecond: false), enters: Digits.mine)
            try await glass.sees(PracticePIN(isSecond: true), enters: Digits.mine)
            try await glass.sees(PracticeSame(), presses: "4a")
        }
    }

    @Test(arguments: [UseCase.openTheApp, .unlockTheApp, .setUpRemotePIN(.deletionCode), .checkStanding])
    func `the practice offer does not delay other use cases and stays due`(next: UseCase) async throws {
        stage.wallet.script { $0.isPracticeDue = true }
        try await after(next) { _ in }
        #expect(try await stage.wallet.isPINPracticeDue())
    }

    @Test func `after a kill at the practice offer, the offer is not repeated immediately`() async throws {
        stage.wallet.script { $0.isPracticeDue = true }
        try await stage.playUntilKilled({ try await AfterUnlock($0).beforeGoing(to: .showAllCards) }) { glass in
            try await glass.sees(PracticeOffer())
        }
        #expect(try await !stage.wallet.isPINPracticeDue())
    }

    /// Unlocks the wallet with the PIN at launch.
    private func playOpened(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        stage.wallet.begin(in: .waitingForInitialize)
        stage.wallet.script { $0.isRevocationCodeConfirmed = true }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await script(glass)
        }
    }

    @Test func `practice is offered once after a biometric unlock if no other task is running`() async throws {
        try await playOpened { glass in
            try await glass.sees(Self.cards)
            stage.wallet.script { script in
                script.isBiometricUnlockEnabled = true
                script.isPracticeDue = true
            }
            for _ in 1...2 {
                stage.wallet.setLock(.locked(.background))
                if stage.wallet.present.isPracticeDue { try await glass.sees(PracticeOffer(), presses: "1b") }
                try await glass.sees(Self.cards)
            }
        }
    }

    @Test func `practice is not offered during a task, but after the next unlock`() async throws {
        try await playOpened { glass in
            try await glass.sees(Self.cards, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1e")
            try await glass.sees(SettingsMenu(), presses: "2.1b")
            try await glass.sees(ConfirmWithPIN(isCancelable: false))
            stage.wallet.script { $0.isPracticeDue = true }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(ConfirmWithPIN(isCancelable: false), presses: "PF2.4/1.1c")
            try await glass.sees(SettingsMenu())
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(PracticeOffer(), presses: "1b")
            try await glass.sees(SettingsMenu())
        }
    }

    @Test func `a wallet that locks during a notice shows the lock immediately, and the unread notice after the unlock`() async throws {
        try await playOpened { glass in
            try await glass.sees(Self.cards)
            stage.wallet.script { $0.wrongTries = 1 }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            let notice = try await glass.sees(WrongTriesNotice(count: 1))
            stage.wallet.script { $0.wrongTries = 3 }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil))
            #expect(!stage.host.submit(Answer(ticket: notice.ticket, control: "tries/1a", value: nil)))
            stage.enter(Digits.mine)
            try await glass.sees(WrongTriesNotice(count: 3), presses: "1a")
            try await glass.sees(Self.cards)
            #expect(try await stage.wallet.unreportedWrongTries() == 0)
        }
    }

    @Test func `wrong PINs entered during a notice at launch are reported once after that notice`() async throws {
        stage.wallet.script { $0.wrongTries = 2 }
        try await playOpened { glass in
            try await glass.sees(WrongTriesNotice(count: 2))
            stage.wallet.script { $0.wrongTries = 3 }
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WrongTriesNotice(count: 2), presses: "1a")
            try await glass.sees(WrongTriesNotice(count: 3), presses: "1a")
            try await glass.sees(Self.cards)
            #expect(try await stage.wallet.unreportedWrongTries() == 0)
        }
    }

    @Test func `a locked wallet publishes no notice`() async throws {
        stage.wallet.begin(in: .locked)
        stage.wallet.script { script in
            script.wrongTries = 3
            script.hasExpiredLink = true
            script.isPracticeDue = true
        }
        try await after { _ in }
        #expect(stage.wallet.present.hasExpiredLink)
    }
}

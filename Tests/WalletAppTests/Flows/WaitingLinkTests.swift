// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3/1.6 and link: a link on the lock screen, and its resolution after the unlock.
@Suite(.timeLimit(.minutes(20)))
struct WaitingLinkTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .locked)
        stage.wallet.script { script in
            script.hasPID = true
            script.isRevocationCodeConfirmed = true
        }
    }

    private func holds(_ link: PendingLink?, _ decision: LinkDecision = .inIssuanceSession) {
        stage.wallet.script { script in
            script.pendingLink = link
            script.linkDecision = decision
        }
    }

    private func unlock(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UnlockTheApp.Outcome {
        try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }, script: script)
    }

    private let waiting = OpenWithPIN(notice: nil, link: .sample(.issuance))
    private let alone = OpenWithPIN(notice: nil)

    // MARK: After the unlock

    @Test func `LTC33 a link that waited for the unlock starts its use case`() async throws {
        holds(.sample(.issuance), .resolves(try .sample(.issuance)))
        let next = try await unlock { glass in try await glass.sees(waiting, enters: Digits.mine) }
        #expect(next == .goTo(.obtainCards))
        #expect(stage.rows.last == "UC2.3/1.6c")
    }

    @Test func `after a link is refused following the unlock, the suspended flow continues`() async throws {
        holds(.sample(.issuance))
        let next = try await unlock { glass in
            try await glass.sees(waiting, enters: Digits.mine)
            try await glass.sees(FinishFirst(task: .issuance), presses: "7.1a")
        }
        #expect(next == .goTo(.showAllCards))
        #expect(stage.rows.contains("UC2.3/1.6b"))
    }

    @Test func `without a link the unlock leads to the next screen`() async throws {
        let next = try await unlock { glass in try await glass.sees(alone, enters: Digits.mine) }
        #expect(next == .goTo(.showAllCards))
        #expect(stage.rows.suffix(5).prefix(4) == ["PF2.7/1.1", "PF2.7/1.1b", "UC2.3/1.6a", "UC2.3/1.7"])
    }

    // MARK: Killed during the login for a card that is obtained again

    /// The session of a card that is obtained again, as a kill leaves it.
    private func awaitsLogin() {
        stage.wallet.script { $0.issuance = .awaitingAuthentication(url: FakeWallet.loginPage, until: FakeWallet.loginEnds) }
    }

    /// Unlocks, and obtains the card if that follows.
    private func unlockAndObtain(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.playUntilKilled(
            { context in
                guard try await UnlockTheApp(context).run(over: .nothing) == .goTo(.obtainPID) else {
                    Issue.record("the login is forgotten")
                    return
                }
                _ = try await ObtainPID(context).run()
            }, script: script)
    }

    @Test func `the way back from a login that outlived its process continues the login`() async throws {
        awaitsLogin()
        holds(.sample(.authenticationRedirect), .continuesSession(try .sample(.authenticationRedirect)))
        let gate = stage.wallet.holds(.resumeIssuance)
        defer { gate.open() }
        try await unlockAndObtain { glass in
            try await glass.sees(OpenWithPIN(notice: nil, link: .sample(.authenticationRedirect)), enters: Digits.mine)
            try await glass.sees(RetrievingData())
        }
        #expect(stage.rows.suffix(3) == ["PF2.7/1.2", "UC3.1/1.2a", "UC3.1/1.3"])
    }

    @Test func `a login that has not returned is waited for again`() async throws {
        awaitsLogin()
        try await unlockAndObtain { glass in
            try await glass.sees(alone, enters: Digits.mine)
            try await glass.sees(ContinueLogin(purpose: .pid))
        }
        #expect(stage.rows.suffix(2) == ["UC2.3/1.7b", "UC3.1/1.2"])
    }

    @Test func `a login whose time is over is reported, and its session is deleted`() async throws {
        awaitsLogin()
        stage.clock.advance(by: 600)
        try await unlockAndObtain { glass in
            try await glass.sees(alone, enters: Digits.mine)
            try await glass.sees(LoginProblem(problem: .stopped, purpose: .pid, isAgain: true))
        }
        #expect(stage.rows.suffix(3) == ["UC2.3/1.7b", "UC3.1/1.2c", "UC3.1/3.1"])
        #expect(stage.wallet.calls.last == .cancelIssuance)
    }

    @Test func `under a suspended flow the way back from a login starts nothing, because that flow waits for it`() async throws {
        stage.context.supervision.loginReturn.set(try .sample(.authenticationRedirect))
        awaitsLogin()
        let next = try await stage.play({ try await UnlockTheApp($0).run(over: .suspendedFlow) }) { glass in
            try await glass.sees(alone, enters: Digits.mine)
        }
        #expect(next == .resume)
        #expect(stage.context.supervision.loginReturn.value != nil)
    }

    // MARK: Without a PID

    @Test func `LTC69 without a PID the link is refused above the screen that follows the unlock`() async throws {
        holds(.sample(.issuance), .notPersonalized)
        stage.wallet.script { $0.hasPID = false }
        stage.wallet.begin(in: .waitingForInitialize)
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(waiting, enters: Digits.mine)
            try await glass.sees(AddCardsViaLogin())
            try await glass.sees(FinishFirst(task: .notPersonalized), presses: "3.1a")
            try await glass.sees(AddCardsViaLogin())
        }
        #expect(!stage.rows.contains("UC2.3/1.6"))
    }

    @Test func `after a wrong PIN no link is handled`() async throws {
        holds(.sample(.issuance))
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        _ = try await unlock { glass in
            try await glass.sees(waiting, enters: Digits.other)
            try await glass.sees(WrongPIN(step: "2.1"))
            #expect(stage.wallet.calls == [.unlock(try Digits.pin(Digits.other))])
            stage.press("PF2.8/2.1a")
            try await glass.sees(waiting, enters: Digits.mine)
            try await glass.sees(FinishFirst(task: .issuance), presses: "7.1a")
        }
    }

    // MARK: On the lock

    @Test func `the user can discard a link before the unlock`() async throws {
        holds(.sample(.issuance))
        let next = try await unlock { glass in
            try await glass.sees(waiting, presses: "link/1a", "1")
            try await glass.sees(alone, enters: Digits.mine)
        }
        #expect(next == .goTo(.showAllCards))
        #expect(stage.wallet.calls == [.discardPendingLink, .unlock(try Digits.pin(Digits.mine))])
    }

    @Test func `an expired link disappears from the lock`() async throws {
        holds(.sample(.issuance))
        _ = try await unlock { glass in
            try await glass.sees(waiting)
            holds(nil)
            stage.clock.advance(by: 300)
            try await glass.sees(alone, enters: Digits.mine)
        }
        #expect(stage.rows.contains("link/1b"))
    }

    @Test func `a newer link replaces the link shown on the lock`() async throws {
        let newest = PendingLink.sample(.disclosure, name: "2", hasReplaced: true)
        holds(.sample(.issuance))
        _ = try await unlock { glass in
            let before = try await glass.sees(waiting)
            holds(newest)
            stage.context.supervision.links.arrivals.set(1)
            try await glass.sees(OpenWithPIN(notice: nil, link: newest))
            // An answer to the older link has no effect.
            for value in [nil, "1"] {
                #expect(!stage.host.submit(Answer(ticket: before.ticket, control: "link/1a", value: value)))
            }
            stage.press("link/1a", "2")
            try await glass.sees(alone, enters: Digits.mine)
        }
    }

    @Test func `a PIN that is entered during a redraw counts once`() async throws {
        let next = try await unlock { glass in
            let before = try await glass.sees(alone)
            holds(.sample(.issuance), .resolves(try .sample(.issuance)))
            stage.context.supervision.links.arrivals.set(1)
            let after = try await glass.sees(waiting)
            #expect(after.ticket == before.ticket && after.direction == .none)
            let answer = Answer(ticket: before.ticket, control: "UC2.3/1.3a", value: Digits.mine)
            #expect(stage.host.submit(answer))
            #expect(!stage.host.submit(answer))
        }
        #expect(next == .goTo(.obtainCards))
        #expect(stage.wallet.calls == [.unlock(try Digits.pin(Digits.mine)), .takePendingLink])
    }

    @Test func `a link that arrives during the lock is shown on the lock and starts after the unlock`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let link = try UniversalLink.sample(.issuance)
        stage.wallet.begin(in: .waitingForInitialize)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(alone, enters: Digits.mine)
            try await glass.sees(Dashboard(cards: []))
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(alone)
            holds(.sample(.issuance), .resolves(link))
            stage.links.touch("https://app.example/link")
            system.yield(.openLink)
            try await glass.sees(waiting, enters: Digits.mine)
            try await glass.sees(NotBuiltYet(design: "UC4.1"))
        }
    }

    @Test func `a kill on the lock keeps the link`() async throws {
        holds(.sample(.issuance))
        try await stage.playUntilKilled(
            { _ = try await UnlockTheApp($0).run(over: .nothing) },
            script: { glass in
                try await glass.sees(waiting)
            })
        #expect(stage.wallet.calls.isEmpty)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC1.2/3.4: a link that arrives while the app is in the foreground.
@Suite(.timeLimit(.minutes(20)))
struct LinkArrivalTests: Walk {
    let stage: Stage
    private let lifecycle: AsyncStream<AppLifecycleEvent>
    private let system: AsyncStream<AppLifecycleEvent>.Continuation

    init() throws {
        stage = try Stage()
        (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
    }

    /// Delivers a link with a scripted decision of the core.
    private func open(_ kind: UniversalLinkKind = .issuance, _ decision: LinkDecision = .notPersonalized) {
        stage.wallet.script { script in
            script.pendingLink = .sample(kind)
            script.linkDecision = decision
        }
        stage.links.touch("https://app.example/link")
        system.yield(.openLink)
    }

    private func launch(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
    }

    /// Unlocks a wallet that has a PID.
    private func openWallet(_ glass: ScriptedGlass) async throws {
        try await launch(glass)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
    }

    private var cards: Dashboard { Dashboard(cards: []) }

    private func play(hasPID: Bool, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        stage.wallet.script { wallet in
            wallet.hasRemotePIN = hasPID
            wallet.hasPID = hasPID
        }
        try await stage.playApp(lifecycle: lifecycle, script: script)
    }

    private func wait(for row: Row, in entries: AsyncStream<Trace.Entry>) async {
        for await entry in entries where entry.row == row { break }
    }

    // MARK: An unlocked wallet

    @Test func `LTC33 a link to an open wallet replaces the running flow with the link's use case`() async throws {
        let link = try UniversalLink.sample(.issuance)
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            try await glass.sees(cards, presses: "1.1e")
            try await glass.sees(AppMenu())
            open(.issuance, .resolves(link))
            try await glass.sees(NotBuiltYet(design: "UC4.1"), presses: "not-built.back")
            try await glass.sees(cards)
        }
        #expect(stage.rows.contains("UC1.2/3.4c"))
    }

    @Test func `a refused link leaves the running flow unchanged`() async throws {
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            try await glass.sees(cards, presses: "1.1e")
            let before = try await glass.sees(AppMenu())
            open(.issuance, .inIssuanceSession)
            let prompt = try await glass.sees(FinishFirst(task: .issuance))
            #expect(prompt.below == before.top)
            #expect(!stage.host.submit(Answer(ticket: before.ticket, control: "UC9.1/1.1e", value: nil)))
            stage.press("PF2.7/7.1a")
            #expect(try await glass.sees(AppMenu()).top == before.top)
        }
        #expect(stage.rows.contains("UC1.2/3.4b"))
    }

    @Test func `a link to a different app has no effect`() async throws {
        let entries = stage.trace.updates()
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            let before = try await glass.sees(cards)
            stage.links.touch("https://evil.example/link")
            system.yield(.openLink)
            await wait(for: "UC1.2/3.4a", in: entries)
            #expect(stage.host.current == before)
        }
        #expect(stage.rows.contains("PF2.7/1.2c"))
    }

    @Test func `a resuming app looks for a link`() async throws {
        let entries = stage.trace.updates()
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            let before = try await glass.sees(cards)
            system.yield(.willEnterForeground)
            await wait(for: "UC1.2/3.4a", in: entries)
            #expect(stage.host.current == before)
        }
        #expect(stage.rows.contains("UC1.2/3.3a"))
    }

    @Test func `a lock covers the question about a link, which returns after the unlock`() async throws {
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            try await glass.sees(cards)
            open(.issuance, .inIssuanceSession)
            let prompt = try await glass.sees(FinishFirst(task: .issuance))
            stage.wallet.setLock(.locked(.inactivity))
            let lock = try await glass.sees(OpenWithPIN(notice: nil))
            #expect(lock.below == nil)
            #expect(!stage.host.submit(Answer(ticket: prompt.ticket, control: "PF2.7/7.1a", value: nil)))
            stage.enter(Digits.mine)
            #expect(try await glass.sees(FinishFirst(task: .issuance)).top == prompt.top)
        }
    }

    @Test func `an error while handling a link is shown above the running flow, and a retry continues`() async throws {
        try await play(hasPID: true) { glass in
            try await openWallet(glass)
            try await glass.sees(cards)
            stage.wallet.fails(.takePendingLink, .unexpected)
            open(.issuance, .inIssuanceSession)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.retry")
            try await glass.sees(FinishFirst(task: .issuance), presses: "7.1a")
            try await glass.sees(cards)
        }
    }

    // MARK: A wallet that is not ready

    @Test func `LTC44 LTC69 a link to a wallet that is not set up is refused over the introduction`() async throws {
        try await play(hasPID: false) { glass in
            try await launch(glass)
            let before = try await glass.sees(IntroductionAddingCards(isPaused: false))
            open()
            let prompt = try await glass.sees(FinishFirst(task: .notPersonalized), presses: "3.1a")
            #expect(prompt.below == before.top)
            #expect(try await glass.sees(IntroductionAddingCards(isPaused: false)).top == before.top)
        }
        #expect(!stage.rows.contains("UC1.2/3.4"))
    }

    @Test func `LTC44 a link that launches the app is refused only once the app may be used`() async throws {
        open()
        try await play(hasPID: false) { glass in
            try await launch(glass)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
            try await glass.sees(FinishFirst(task: .notPersonalized), presses: "3.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
        let rows = stage.rows
        #expect(try #require(rows.firstIndex(of: "UC1.2/2.5a")) < #require(rows.firstIndex(of: "PF2.7/1.1")))
    }

    @Test func `the way back from a login takes the rows of the step that waits for it, and none of a link's own`() async throws {
        let link = try UniversalLink.sample(.authenticationRedirect)
        stage.wallet.script { wallet in
            wallet.hasRemotePIN = true
            wallet.isRevocationCodeConfirmed = true
        }
        let gate = stage.wallet.holds(.resumeIssuance)
        defer { gate.open() }
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await openWallet(glass)
            try await glass.sees(AddCardsViaLogin(), presses: "1.1a")
            try await glass.sees(ContinueLogin(purpose: .pid))
            open(.authenticationRedirect, .continuesSession(link))
            try await glass.sees(RetrievingData())
        }
        let taken = try #require(stage.rows.firstIndex(of: "PF2.7/1.2"))
        #expect(stage.rows[taken...].prefix(2) == ["PF2.7/1.2", "UC3.1/1.2a"])
    }

    @Test func `a blocked version does not mention a link`() async throws {
        open()
        stage.wallet.verdicts.set(.block(isUpdateAvailable: true))
        try await play(hasPID: false) { glass in
            try await launch(glass)
            try await glass.sees(UpdateNeeded(platform: stage.platform))
        }
        #expect(!stage.rows.contains("PF2.7/1.1"))
    }
}

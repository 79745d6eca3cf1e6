// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The system keeps a link until the core has stored it.
@Suite(.timeLimit(.minutes(20)))
struct OpenedLinkTests: Walk {
    let stage: Stage
    private let lifecycle: AsyncStream<AppLifecycleEvent>
    private let system: AsyncStream<AppLifecycleEvent>.Continuation
    private static let text = "https://app.example/link"

    init() throws {
        stage = try Stage()
        (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
    }

    private func touch() {
        stage.wallet.script { $0.pendingLink = .sample(.issuance) }
        stage.links.touch(Self.text)
        system.yield(.openLink)
    }

    private func launch(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
    }

    private func receptions() -> Int { stage.wallet.calls.count { $0 == .receive(link: Self.text) } }

    @Test(arguments: [false, true])
    func `a link that one user interface could not pass on is passed to the core by the next`(isInitialized: Bool) async throws {
        stage.wallet.script { $0.isInitialized = isInitialized }
        touch()
        try await stage.playApp(lifecycle: lifecycle) { glass in try await glass.sees(Splash()) }
        #expect(receptions() == 0 && stage.links.waiting == [Self.text])
        // The system does not announce the link again.
        let next = try Stage(over: stage.wallet, with: stage.links)
        try await next.playApp { glass in
            try await glass.sees(Splash())
            next.clock.advance(by: 1)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
            try await glass.sees(FinishFirst(task: .notPersonalized))
        }
        #expect(receptions() == 1 && stage.links.waiting.isEmpty)
    }

    @Test func `a link is removed only after the core has stored it`() async throws {
        let gate = stage.wallet.holds(.receiveLink)
        defer { gate.open() }
        touch()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            _ = try await stage.wallet.held.next(otherThan: nil)
            #expect(stage.links.waiting == [Self.text])
        }
        // The user interface is destroyed in between.
        #expect(stage.links.waiting == [Self.text])
        gate.open()
        let next = try Stage(over: stage.wallet, with: stage.links)
        try await next.playApp { glass in
            try await glass.sees(Splash())
            next.clock.advance(by: 1)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
            try await glass.sees(FinishFirst(task: .notPersonalized))
        }
        #expect(stage.links.waiting.isEmpty)
    }

    @Test func `a link that does not belong to the app is dropped, and the next link is handled`() async throws {
        stage.links.touch("https://evil.example/link")
        stage.links.touch(Self.text)
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        stage.wallet.script { $0.onCall = { called.yield() } }
        try await stage.playApp { glass in
            try await launch(glass)
            for await _ in calls where receptions() == 1 { break }
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
        #expect(stage.links.waiting.isEmpty)
    }

    @Test func `if the disk is full a link is kept with an error, and a retry stores it once there is space`() async throws {
        stage.wallet.fails(.receiveLink, .storeFull, .storeFull)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            let before = try await glass.sees(IntroductionAddingCards(isPaused: false))
            touch()
            try await glass.sees(StoreProblem(problem: .full))
            #expect(stage.links.waiting == [Self.text])
            stage.press("error/Generic.retry")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            // The covered screen may be visible in between.
            let question = Presentation.Drawn(FinishFirst(task: .notPersonalized))
            while try await glass.next().top != question {}
            stage.press("PF2.7/3.1a")
            #expect(stage.links.waiting.isEmpty)
            #expect(try await glass.sees(IntroductionAddingCards(isPaused: false)).top == before.top)
        }
        #expect(receptions() == 3)
    }

    @Test func `a link that arrives while the version is blocked is passed on after the block`() async throws {
        stage.wallet.verdicts.value = .block(isUpdateAvailable: true)
        touch()
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await launch(glass)
            try await glass.sees(UpdateNeeded(platform: stage.platform))
            stage.wallet.verdicts.set(.ok)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
            try await glass.sees(FinishFirst(task: .notPersonalized))
        }
        #expect(stage.links.waiting.isEmpty)
    }
}

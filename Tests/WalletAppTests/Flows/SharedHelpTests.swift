// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// One help button at one place on every full screen, also where the design has no help row (extra/9a).
@Suite(.timeLimit(.minutes(20)))
struct SharedHelpTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    /// Full screens without help: they only wait and go on by themselves, or are help themselves.
    private static let exempt: Set = [
        "Splash", "ScanBiometrics", "ContinueLogin", "RetrievingData", "AddingCard", "SettingUpPIN", "CheckingStatus", "WipingAppData",
        "HelpPage", "NeedHelp", "FetchingRequest", "SharingData",
    ]

    private static func bars(of drawn: Presentation.Drawn) -> [[Button]] {
        drawn.components.compactMap { if case .topBar(let buttons) = $0 { buttons } else { nil } }
    }

    @Test func `every full screen has one help button, at the end of its only top bar`() {
        for screen in Gallery.screens {
            let drawn = Presentation.Drawn(screen)
            let bars = Self.bars(of: drawn)
            let roles = bars.flatMap { $0 }.map(\.role)
            let isExempt = drawn.style != .full || Self.exempt.contains(drawn.screen)
            #expect(roles.count(where: { $0 == .help }) == (isExempt ? 0 : 1), "\(drawn.screen)")
            guard !isExempt else { continue }
            #expect(bars.count == 1 && roles.last == .help, "\(drawn.screen)")
            #expect(drawn.components.first == bars.first.map { Component.topBar($0) }, "\(drawn.screen)")
        }
        #expect(Self.exempt.subtracting(Gallery.screens.map { Presentation.Drawn($0).screen }) == [])
    }

    @Test func `the buttons of a top bar are in the order left, middle, right`() {
        let order: [Button.Role] = [.back, .menu, .info, .help]
        for screen in Gallery.screens {
            for bar in Self.bars(of: Presentation.Drawn(screen)) {
                let places = bar.compactMap { order.firstIndex(of: $0.role) }
                #expect(places.count == bar.count && places == places.sorted(), "\(screen.row)")
            }
        }
    }

    @Test func `every topic has its page in the gallery, and every page its screen`() {
        let topics = Set(Gallery.screens.compactMap { $0.helpTopic })
        #expect(topics.subtracting(Gallery.sharedTopics + ["PF1.4"]).sorted() == [])
        #expect(Set(Gallery.sharedTopics).subtracting(topics).sorted() == [])
    }

    @Test func `help comes back to the same screen in the same state, and to its flow`() async throws {
        let choice = IdleTime(longest: 300, current: 120)
        let chosen = try await stage.play({ context in try await context.ui.show(choice) }) { glass in
            let before = try await glass.sees(choice, presses: "extra/9a")
            let page = try await glass.sees(HelpPage(topic: "idle"), presses: "1a")
            #expect(page.direction == .forward)
            let after = try await glass.sees(choice, presses: "1a")
            #expect(after.top == before.top && after.place == before.place)
            #expect(after.direction == .back && after.ticket > page.ticket)
        }
        #expect(chosen == .choose(IdleTime.Choice(row: "idle/1a", seconds: 60)))
        #expect(stage.rows == ["idle/1", "extra/9a", "help/1", "help/1a", "idle/1", "idle/1a"])
    }

    @Test func `the help page is on the layer of the screen that asked, above everything below it`() async throws {
        try await stage.play({ context in _ = try await context.on(.lock).ui.show(ForgotPIN(canCreateNewPIN: false)) }) { glass in
            try await glass.sees(ForgotPIN(canCreateNewPIN: false), presses: "extra/9a")
            let page = try await glass.sees(HelpPage(topic: "UC2.3.forgot"), presses: "1a")
            #expect(page.below == nil)
            try await glass.sees(ForgotPIN(canCreateNewPIN: false), presses: "6.1b")
        }
        #expect(stage.trace.entries.allSatisfy { $0.series == stage.trace.entries.first?.series })
    }

    @Test func `after help a screen waits for its event again`() async throws {
        let gate = Gate()
        let choice = IdleTime(longest: 300, current: 120)
        let chosen = try await stage.play({ context in try await context.ui.show(choice, orUntil: { await gate.pass() }) }) { glass in
            try await glass.sees(choice, presses: "extra/9a")
            try await glass.sees(HelpPage(topic: "idle"), presses: "1a")
            try await glass.sees(choice)
            gate.open()
        }
        #expect(chosen == nil)
    }

    @Test func `a screen without a help topic refuses the row, and every screen refuses it with a value`() async throws {
        try await stage.playUntilKilled({ context in _ = try await context.ui.show(NeedHelp()) }) { glass in
            let shown = try await glass.sees(NeedHelp())
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: .sharedHelp, value: nil)))
        }
        try await stage.playUntilKilled({ context in _ = try await context.ui.show(AppMenu()) }) { glass in
            let shown = try await glass.sees(AppMenu())
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: .sharedHelp, value: "x")))
        }
    }

    @Test func `a kill while help is shown ends the flow too`() async throws {
        try await stage.playUntilKilled({ context in _ = try await context.ui.show(AppMenu()) }) { glass in
            try await glass.sees(AppMenu(), presses: "extra/9a")
            try await glass.sees(HelpPage(topic: "UC9.1"))
        }
    }
}

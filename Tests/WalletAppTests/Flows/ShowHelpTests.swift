// SPDX-License-Identifier: EUPL-1.2

import Brands
import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The help page: its texts, the connection, and the details for the help desk.
@Suite(.timeLimit(.minutes(20)))
struct ShowHelpTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .empty)
    }

    private func help(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await $0.showHelp(on: "UC9.2") }, script: script)
    }

    private func page(_ connection: HelpPage.Connection?) -> HelpPage {
        HelpPage(topic: "UC9.2", support: Brand.nlWallet.support, connection: connection)
    }

    @Test func `the user can check the connection repeatedly and sees each result`() async throws {
        try await help { glass in
            try await glass.sees(page(nil), presses: "1b")
            try await glass.sees(page(.works))
            stage.wallet.script { $0.connections = Connections(provider: .offline, configuration: .offline) }
            stage.press("help/1b")
            try await glass.sees(page(.offline), presses: "1a")
        }
    }

    @Test(arguments: [
        (Connections.Answer.works, Connections.Answer.works, HelpPage.Connection.works), (.works, .unreachable, .noConfiguration),
        (.works, .offline, .noConfiguration), (.unreachable, .works, .noProvider), (.offline, .works, .noProvider),
        (.offline, .offline, .offline), (.unreachable, .unreachable, .neither), (.unreachable, .offline, .neither),
        (.offline, .unreachable, .neither),
    ])
    func `each result of the connection check has its own text`(
        provider: Connections.Answer, configuration: Connections.Answer, said: HelpPage.Connection
    ) {
        #expect(HelpPage.Connection(Connections(provider: provider, configuration: configuration)) == said)
    }

    @Test func `a wrong clock is named if everything works, and never hides a service that does not answer`() {
        for (provider, said) in [(Connections.Answer.works, HelpPage.Connection.clockWrong), (.unreachable, .noProvider)] {
            #expect(HelpPage.Connection(Connections(provider: provider, configuration: .works, isClockWrong: true)) == said)
        }
        #expect(HelpPage.Connection(Connections(provider: .offline, configuration: .offline, isClockWrong: true)) == .offline)
    }

    @Test(arguments: [WalletCoreError.Code.notInitialized, .storeDamaged, .unexpected])
    func `if the connection cannot be checked the page says so and does not change`(code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.checkConnections, code)
        try await help { glass in
            try await glass.sees(page(nil), presses: "1b")
            try await glass.sees(page(.unknown), presses: "1a")
        }
    }

    @Test func `a kill during the connection check leaves no task behind`() async throws {
        let gate = stage.wallet.holds(.checkConnections)
        try await stage.playUntilKilled({ try await $0.showHelp(on: "UC9.2") }) { glass in
            try await glass.sees(page(nil), presses: "1b")
            try await glass.seesAtWork(page(.checking))
            gate.open()
        }
    }

    @Test func `the details contain only the versions and the name of the newest failure`() async throws {
        stage.context.supervision.configuration.set(.sample(version: 12))
        stage.wallet.script { $0.correlationID = "5f2c1a" }
        try await help { glass in
            let details = SupportDetails(configuration: 12, correlationID: "5f2c1a")
            let shown = try await glass.sees(
                HelpPage(topic: "UC9.2", details: details, support: AppConfiguration.sample.document.support), presses: "1a")
            let facts = try #require(shown.top.components.compactMap { if case .facts(let facts, true) = $0 { facts } else { nil } }.first)
            #expect(facts.map(\.value) == [AppRelease.version, "12", "5f2c1a"].map { .same($0) })
        }
    }

    @Test func `the page shows the configured help desk, and one press calls it`() async throws {
        stage.context.supervision.configuration.set(.sample)
        let page = HelpPage(
            topic: "UC9.2", details: SupportDetails(configuration: 1), support: AppConfiguration.sample.document.support)
        try await help { glass in
            let shown = try await glass.sees(page, presses: "1c")
            let texts = shown.top.texts.flatMap(\.arguments)
            let facts = shown.top.components.flatMap { if case .facts(let facts, false) = $0 { facts } else { [Fact]() } }
            #expect(texts.contains(.verbatim("+31201234567")))
            #expect(facts.map(\.value) == [.same("help@help.test"), .same("https://help.test")])
            try await glass.sees(page, presses: "1a")
        }
        #expect(stage.left.places == [.phone("+31201234567")])
    }

    @Test func `without a help desk number the app offers no call`() throws {
        let drawn = Presentation.Drawn(HelpPage(topic: "UC9.2", support: SupportContacts(email: "help@help.test")))
        #expect(drawn.controls.sorted { $0.number < $1.number } == ["help/1a", "help/1b"])
    }

    @Test func `help can be opened from the lock and needs no unlocked wallet`() async throws {
        stage.wallet.begin(in: .locked)
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3c")
            try await glass.sees(AboutApp(), presses: "extra/2a")
            try await glass.sees(page(nil), presses: "1b")
            try await glass.sees(page(.works), presses: "1a")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(OpenWithPIN(notice: nil), presses: "extra/3a")
            try await glass.sees(HelpPage(topic: "UC2.3"), presses: "1a")
            try await glass.sees(OpenWithPIN(notice: nil))
        }
    }

    @Test func `the user can copy an error code`() {
        for screen in [GenericError(code: "X-01"), WalletRejected()] as [any Screen] {
            let components = Presentation.Drawn(screen).components
            #expect(components.contains { if case .facts(_, true) = $0 { true } else { false } })
        }
    }
}

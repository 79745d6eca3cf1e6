// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The help page: its texts, the connection, and the details for the help desk.
@Suite(.timeLimit(.minutes(5)))
struct ShowHelpTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
    }

    private func help(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await $0.showHelp(on: "UC9.2") }, script: script)
    }

    private func page(_ connection: HelpPage.Connection?) -> HelpPage { HelpPage(topic: "UC9.2", connection: connection) }

    @Test func `the connection can be checked repeatedly, and the result is shown`() async throws {
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
    func `each finding has its words`(
        provider: Connections.Answer, configuration: Connections.Answer, said: HelpPage.Connection
    ) {
        #expect(HelpPage.Connection(Connections(provider: provider, configuration: configuration)) == said)
    }

    @Test(arguments: [WalletCoreError.Code.notInitialized, .storeDamaged, .unexpected])
    func `where nothing can be checked the page stays and says so`(code: WalletCoreError.Code) async throws {
        stage.wallet.fails(.checkConnections, code)
        try await help { glass in
            try await glass.sees(page(nil), presses: "1b")
            try await glass.sees(page(.unknown), presses: "1a")
        }
    }

    @Test func `a kill while it is checked leaves nothing behind`() async throws {
        let gate = stage.wallet.holds(.checkConnections)
        try await stage.playUntilKilled({ try await $0.showHelp(on: "UC9.2") }) { glass in
            try await glass.sees(page(nil), presses: "1b")
            try await glass.seesAtWork(page(.checking))
            gate.open()
        }
    }

    @Test func `the details are the versions and the newest failure's name, and nothing else`() async throws {
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

    @Test func `the help desk of the configuration is on the page, and one press calls it`() async throws {
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

    @Test func `without a number no call is offered`() throws {
        let drawn = Presentation.Drawn(HelpPage(topic: "UC9.2", support: SupportContacts(email: "help@help.test")))
        #expect(drawn.controls.sorted { $0.number < $1.number } == ["help/1a", "help/1b"])
    }

    @Test func `it is reached from the lock, and needs nothing unlocked`() async throws {
        stage.wallet.script { script in
            script.isInitialized = true
            script.hasRemotePIN = true
            script.isAdmissionEnforced = true
        }
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

    @Test func `error codes can be copied`() {
        for screen in [GenericError(code: "X-01"), WalletRejected()] as [any Screen] {
            let components = Presentation.Drawn(screen).components
            #expect(components.contains { if case .facts(_, true) = $0 { true } else { false } })
        }
    }
}

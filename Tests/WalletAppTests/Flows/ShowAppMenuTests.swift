// SPDX-License-Identifier: EUPL-1.2

import Brands
import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC9.1 Show app menu, UC9.3 Change app language, UC9.6 Get help.
@Suite(.timeLimit(.minutes(20)))
struct ShowAppMenuTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .unlocked)
    }

    private func menu(
        _ start: ShowAppMenu.Start, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        try await stage.play({ try await ShowAppMenu($0).run(from: start) }, script: script)
    }

    /// The target of each menu entry.
    static let entries: [(String, UseCase)] = [
        ("1.1b", .getHelp), ("1.1c", .scanCode(from: .menu)), ("1.1d", .showActivities(from: .menu)), ("1.1e", .showAppMenu(.settings)),
        ("1.1g", .getAppInformation),
        ("1.1h", .showAllCards),
        ("1.1i", .logOut),
    ]

    /// The target of each settings entry.
    static let settings: [(String, UseCase)] = [
        ("2.1a", .showAppMenu(.menu)), ("2.1b", .changeRemotePIN), ("2.1c", .changeBiometricUnlock(.settings)), ("2.1d", .changeLanguage),
        ("extra/4a", .chooseIdleTime), ("2.1e", .wipeAllData), ("2.1h", .viewRevocationCode),
    ]

    @Test func `LTC26 each entry of the menu leads to its flow`() async throws {
        for (row, next) in Self.entries {
            #expect(try await menu(.menu) { glass in try await glass.sees(AppMenu(), presses: row) } == next)
        }
    }

    @Test func `LTC27 each entry of the settings leads to its flow`() async throws {
        for (row, next) in Self.settings {
            #expect(try await menu(.settings) { glass in try await glass.sees(SettingsMenu(), presses: row) } == next)
        }
    }

    @Test func `feedback has its page, and returns to the menu`() async throws {
        let next = try await menu(.menu) { glass in
            try await glass.sees(AppMenu(), presses: "1.1f")
            try await glass.sees(HelpPage(topic: "feedback"), presses: "1a")
            try await glass.sees(AppMenu(), presses: "1.1h")
        }
        #expect(next == .showAllCards)
    }

    @Test func `the menu and the settings have no entry for a flow that is not built`() {
        let built = Self.entries.map(\.0) + ["1.1f"]
        #expect(Set(Presentation.Drawn(AppMenu()).controls) == Set(built.map { Row("UC9.1", $0) } + [.sharedHelp]))
        let settings = Self.settings.map { $0.0.contains("/") ? "extra/4a" : Row("UC9.1", $0.0) }
        #expect(Set(Presentation.Drawn(SettingsMenu()).controls) == Set(settings + [.sharedHelp]))
    }

    /// The state of the sensor on the phone and in the wallet, and the value that the settings show for it.
    static let sensors: [(BiometricAvailability, Bool, SettingsMenu)] = [
        (.unsupported, false, SettingsMenu()), (.available(.faceID), false, SettingsMenu(sensor: .faceID)),
        (.available(.fingerprint), true, SettingsMenu(sensor: .fingerprint).unlocking(.on)),
        (.lockedOut(.touchID), true, SettingsMenu(sensor: .touchID).unlocking(.on)),
        (.notEnrolled(.face), true, SettingsMenu(sensor: .face).unlocking(.notSetUp)),
    ]

    @Test(arguments: sensors)
    func `the settings name the phone's sensor and show whether it unlocks`(
        availability: BiometricAvailability, isEnabled: Bool, expected: SettingsMenu
    ) async throws {
        stage.wallet.script { script in
            script.biometricAvailability = availability
            script.isBiometricUnlockEnabled = isEnabled
        }
        _ = try await menu(.settings) { glass in try await glass.sees(expected, presses: "2.1a") }
    }

    @Test func `the settings show the present language and idle time, the menu the idle time`() async throws {
        stage.wallet.script { $0.inactivityTimeout = 120 }
        stage.context.languages.choose(.dutch)
        _ = try await menu(.settings) { glass in
            try await glass.sees(SettingsMenu().inLanguage(.dutch).lockingAfter(120), presses: "2.1a")
        }
        _ = try await menu(.menu) { glass in try await glass.sees(AppMenu(idleTime: 120), presses: "1.1h") }
    }

    @Test func `a value that cannot be read is an error, not a guess`() async throws {
        stage.wallet.fails(.isBiometricUnlockEnabled, .storeDamaged)
        await #expect(throws: WalletCoreError.self) { _ = try await menu(.settings) { _ in } }
    }

    @Test(arguments: BiometricKind.allCases)
    func `a row of the settings has the sensor's own name and icon`(kind: BiometricKind) throws {
        let row = try #require(rows(of: SettingsMenu(sensor: kind)).first { $0.row == "UC9.1/2.1c" })
        #expect(row.label == Text("settingsMenu.biometrics.\(kind.rawValue)"))
        #expect(row.value == "settingsMenu.biometrics.off")
        let icon: ListIcon = kind == .faceID || kind == .face ? .faceID : .fingerprint
        #expect(row.icon == icon)
    }

    @Test func `without a sensor the settings claim no state of it`() throws {
        let row = try #require(rows(of: SettingsMenu()).first { $0.row == "UC9.1/2.1c" })
        #expect(row.label == "settingsMenu.biometrics")
        #expect(row.value == nil)
    }

    @Test func `removing data is the only row for a deletion, in a list of its own`() {
        let lists = self.lists(of: SettingsMenu())
        #expect(lists.count == 2)
        #expect(lists.last?.map(\.row) == ["UC9.1/2.1e"])
        #expect(lists.last?.first?.detail != nil)
        #expect(lists.joined().filter(\.isDestructive).map(\.row) == ["UC9.1/2.1e"])
        let menu = rows(of: AppMenu())
        #expect(menu.allSatisfy { !$0.isDestructive })
    }

    @Test func `the menu's last control locks the wallet, with the lock's icon and word`() {
        let buttons = Presentation.Drawn(AppMenu()).components.compactMap { if case .button(let button) = $0 { button } else { nil } }
        #expect(buttons == [Button(row: "UC9.1/1.1i", role: .secondary, label: "appMenu.lock", icon: .lock)])
        #expect(stage.catalog.string("appMenu.lock", in: .english) == "Lock")
    }

    private func lists(of screen: some Screen) -> [[ListRow]] {
        Presentation.Drawn(screen).components.compactMap { if case .list(let rows, _) = $0 { rows } else { nil } }
    }

    private func rows(of screen: some Screen) -> [ListRow] { Array(lists(of: screen).joined()) }

    @Test func `LTC30 a chosen language applies immediately, is marked, and is stored`() async throws {
        try await stage.play({ try await ChangeAppLanguage($0).run() }) { glass in
            try await glass.sees(ChangeLanguage(current: .english, offered: Brand.nlWallet.languages), presses: "1.1a")
            try await glass.sees(ChangeLanguage(current: .dutch, offered: Brand.nlWallet.languages), presses: "1.1b")
        }
        #expect(stage.context.languages.current == .dutch)
        #expect(try await stage.wallet.language() == "nl")
    }

    @Test func `of several other languages a press names one, and any other press is refused`() throws {
        let screen = ChangeLanguage(current: .english, offered: [.english, .dutch, .german, .german])
        #expect(rows(of: screen).map(\.target) == [nil, "nl", "de", "de"])
        let handlers = screen.pieces.compactMap { $0.handlers["UC9.3/1.1a"] }
        try #require(handlers.count == 1)
        for language in [Language.dutch, .german] {
            guard case .choose(let chosen)? = handlers[0](Entered(language.rawValue)) else {
                Issue.record("\(language) is refused")
                continue
            }
            #expect(chosen == language)
        }
        for value in [nil, "", "en", "fr"] as [String?] where handlers[0](value.map { Entered($0) }) != nil {
            Issue.record("\(value ?? "a press without value") is accepted")
        }
    }

    @Test func `a language that cannot be stored does not apply`() async throws {
        stage.wallet.fails(.setLanguage, .storeFull)
        await #expect(throws: (any Error).self) {
            try await stage.play({ try await ChangeAppLanguage($0).run() }) { glass in
                try await glass.sees(ChangeLanguage(current: .english, offered: Brand.nlWallet.languages), presses: "1.1a")
            }
        }
        #expect(stage.context.languages.current == .english)
    }

    @Test func `LTC31 every help topic has its page, and the contact page shows how to reach the help desk`() async throws {
        try await stage.play({ try await GetHelp($0).run() }) { glass in
            for (topic, row) in zip(NeedHelp.Topic.allCases, ["1.1a", "1.1b", "1.1c", "1.1d", "1.1e", "1.1f"]) {
                try await glass.sees(NeedHelp(), presses: row)
                try await glass.sees(HelpPage(topic: topic.rawValue), presses: "1a")
            }
            try await glass.sees(NeedHelp(), presses: "1.1g")
            try await glass.sees(Contact(design: "UC9.6", step: "1.2", support: Brand.nlWallet.support), presses: "1.2b")
            try await glass.sees(NeedHelp(), presses: "1.1h")
        }
    }

    @Test func `the phone places a call to the help desk`() async throws {
        stage.context.supervision.configuration.set(.sample)
        let support = AppConfiguration.sample.document.support
        try await stage.play({ try await GetHelp($0).run() }) { glass in
            try await glass.sees(NeedHelp(), presses: "1.1g")
            try await glass.sees(Contact(design: "UC9.6", step: "1.2", support: support), presses: "1.2a")
            try await glass.sees(Contact(design: "UC9.6", step: "1.2", support: support), presses: "1.2b")
            try await glass.sees(NeedHelp(), presses: "1.1h")
        }
    }
}

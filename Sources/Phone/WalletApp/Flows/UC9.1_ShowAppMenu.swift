// SPDX-License-Identifier: EUPL-1.2

/// UC9.1 Show app menu.
struct ShowAppMenu {
    /// Where it begins.
    enum Start: Sendable, Equatable {
        /// At 1.1.
        case menu
        /// At 2.1.
        case settings
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.1")
    }

    func run(from start: Start) async throws -> UseCase {
        switch start {
        case .menu: try await menu()
        case .settings: try await settings()
        }
    }

    /// 1.1.
    private func menu() async throws -> UseCase {
        while true {
            switch try await context.ui.show(AppMenu()) {
            case .help:
                trace("1.1b")
                return .getHelp
            case .settings:
                trace("1.1e")
                return .showAppMenu(.settings)
            case .feedback:
                trace("1.1f")
                try await context.showHelp(on: "feedback")
            case .about:
                trace("1.1g")
                return .getAppInformation
            case .back:
                trace("1.1h")
                return .showAllCards
            case .logOut:
                trace("1.1i")
                return .logOut
            }
        }
    }

    /// 2.1.
    private func settings() async throws -> UseCase {
        switch try await context.ui.show(SettingsMenu()) {
        case .back:
            trace("2.1a")
            return .showAppMenu(.menu)
        case .changePIN:
            trace("2.1b")
            return .changeRemotePIN
        case .biometrics:
            trace("2.1c")
            return .changeBiometricUnlock
        case .language:
            trace("2.1d")
            return .changeLanguage
        case .idleTime: return .chooseIdleTime
        case .removeData:
            trace("2.1e")
            return .wipeAllData
        case .deletionCode:
            trace("2.1h")
            return .viewRevocationCode
        }
    }
}

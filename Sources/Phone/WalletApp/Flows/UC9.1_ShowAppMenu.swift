// SPDX-License-Identifier: EUPL-1.2

/// UC9.1 Show app menu.
struct ShowAppMenu {
    /// The starting point.
    enum Start: Sendable, Equatable {
        /// The menu, 1.1.
        case menu
        /// The settings, 2.1.
        case settings
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run(from start: Start) async throws -> UseCase {
        switch start {
        case .menu: try await menu()
        case .settings: try await settings()
        }
    }

    /// Step 1.1.
    private func menu() async throws -> UseCase {
        while true {
            switch try await context.ui.show(AppMenu()) {
            case .help:
                return .getHelp
            case .settings:
                return .showAppMenu(.settings)
            case .feedback:
                try await context.showHelp(on: "feedback")
            case .about:
                return .getAppInformation
            case .back:
                return .showAllCards
            case .logOut:
                return .logOut
            }
        }
    }

    /// Step 2.1.
    private func settings() async throws -> UseCase {
        switch try await context.ui.show(SettingsMenu()) {
        case .back:
            return .showAppMenu(.menu)
        case .changePIN:
            return .changeRemotePIN
        case .biometrics:
            return .changeBiometricUnlock(.settings)
        case .language:
            return .changeLanguage
        case .idleTime: return .chooseIdleTime
        case .removeData:
            return .wipeAllData
        case .deletionCode:
            return .viewRevocationCode
        }
    }
}

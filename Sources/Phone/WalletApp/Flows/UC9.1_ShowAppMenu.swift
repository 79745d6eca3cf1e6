// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

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
            switch try await context.ui.show(AppMenu(idleTime: try await idleTime())) {
            case .help:
                return .getHelp
            case .scan:
                return .scanCode(from: .menu)
            case .activities:
                return .showActivities(from: .menu)
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
        switch try await context.ui.show(try await settingsMenu()) {
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

    /// The settings with their present values. Each change returns to this step, which reads them again.
    private func settingsMenu() async throws -> SettingsMenu {
        let (sensor, biometrics) = try await self.sensor()
        return SettingsMenu(
            sensor: sensor, biometrics: biometrics, language: context.languages.current, idleTime: try await idleTime())
    }

    /// The phone's sensor, and whether it unlocks the wallet.
    private func sensor() async throws -> (BiometricKind?, SettingsMenu.Biometrics) {
        let isEnabled = try await context.wallet.isBiometricUnlockEnabled()
        return switch try await context.wallet.biometricAvailability() {
        case .unsupported: (nil, .off)
        case .notEnrolled(let kind): (kind, .notSetUp)
        case .available(let kind), .lockedOut(let kind): (kind, isEnabled ? .on : .off)
        }
    }

    /// The present idle time, in seconds.
    private func idleTime() async throws -> Int { Int(try await context.wallet.inactivityTimeout()) }
}

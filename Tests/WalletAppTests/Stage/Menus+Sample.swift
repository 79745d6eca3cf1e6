// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

@testable import WalletApp

extension AppMenu {
    /// The menu with the sample configuration's idle time.
    init() { self.init(idleTime: 300) }
}

extension SettingsMenu {
    /// The settings in English with the sample configuration's idle time, and with biometric unlock off.
    init(sensor: BiometricKind? = nil) { self.init(sensor: sensor, biometrics: .off, language: .english, idleTime: 300) }

    /// The same settings with another language.
    func inLanguage(_ language: Language) -> SettingsMenu {
        SettingsMenu(sensor: sensor, biometrics: biometrics, language: language, idleTime: idleTime)
    }

    /// The same settings with another idle time, in seconds.
    func lockingAfter(_ seconds: Int) -> SettingsMenu {
        SettingsMenu(sensor: sensor, biometrics: biometrics, language: language, idleTime: seconds)
    }

    /// The same settings with biometric unlock in another state.
    func unlocking(_ biometrics: Biometrics) -> SettingsMenu {
        SettingsMenu(sensor: sensor, biometrics: biometrics, language: language, idleTime: idleTime)
    }
}

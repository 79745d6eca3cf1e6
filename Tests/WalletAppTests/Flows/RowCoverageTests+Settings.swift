// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension RowCoverageTests {
    /// Walks the menu, the settings and their changes.
    static func settings() async throws -> Set<Row> {
        let menu = try await rows(
            ShowAppMenuTests.self,
            [
                { try await $0.`LTC26 each entry of the menu leads to its flow`() },
                { try await $0.`LTC27 each entry of the settings leads to its flow`() },
                { try await $0.`feedback has its page, and returns to the menu`() },
                { try await $0.`LTC30 a chosen language applies immediately, is marked, and is stored`() },
                { try await $0.`LTC31 every help topic has its page, and the contact page shows how to reach the help desk`() },
                { try await $0.`the phone places a call to the help desk`() },
            ])
        let pin = try await rows(
            ChangeRemotePINTests.self,
            [
                { try await $0.`LTC45 the user enters the old PIN and twice the new PIN, and the PIN is changed`() },
                { try await $0.`after success the user can also return to the settings`() },
                { try await $0.`going back from the old PIN changes nothing`() },
                { try await $0.`going back from the new PIN changes nothing`() },
                { try await $0.`a wrong PIN confirms no action, and a forgotten PIN leads to help or a new PIN`() },
                { try await $0.`the user can leave the screens of a wrong PIN and of a delay`() },
                { try await $0.`the screen of a cancellable protected action has a cancel button`() },
                { try await $0.`without a PID a forgotten PIN leads to deleting the wallet`() },
            ])
        let idle = try await rows(
            ChooseIdleTimeTests.self,
            [
                { try await $0.`the user can choose every shorter idle time and the configured time`() }
            ])
        let others = try await rows(
            SettingsTests.self,
            [
                { try await $0.`LTC61 biometrics are enabled with the sensor and the PIN`() },
                { try await $0.`after biometrics are enabled the user returns to the settings`() },
                { try await $0.`going back from the PIN leaves biometrics disabled`() },
                { try await $0.`a scan that the sensor rejects leaves biometrics disabled and is reported`() },
                { try await $0.`LTC60 biometrics are disabled immediately`() },
                { try await $0.`LTC73 the deletion code is shown after the user enters the PIN`() },
                { try await $0.`closing the code leads to the settings, and without the PIN the code is not shown`() },
            ])
        let help = try await rows(
            ShowHelpTests.self,
            [
                { try await $0.`the user can check the connection repeatedly and sees each result`() },
                { try await $0.`the page shows the configured help desk, and one press calls it`() },
                { try await $0.`help can be opened from the lock and needs no unlocked wallet`() },
            ])
        let shared = try await rows(
            SharedHelpTests.self, [{ try await $0.`help comes back to the same screen in the same state, and to its flow`() }])
        let after = try await rows(
            AfterUnlockTests.self,
            [
                { try await $0.`wrong PINs are reported once after an unlock, with their number`() },
                { try await $0.`an expired link is reported over a flow, which then continues`() },
                { try await $0.`Not now ends the PIN practice immediately on every screen`() },
                {
                    try await $0
                        .`two equal practice PINs are praised, different PINs can be retried, and none is checked or counted`()
                },
            ])
        return menu.union(pin).union(idle).union(help).union(shared).union(after).union(others)
    }
}

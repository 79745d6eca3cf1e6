// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension RowCoverageTests {
    /// Walks the menu, the settings and their changes.
    static func settings() async throws -> Set<Row> {
        let menu = try await rows(
            ShowAppMenuTests.self,
            [
                { try await $0.`LTC26 the menu leads where its entries say`() },
                { try await $0.`LTC27 the settings lead where their entries say`() },
                { try await $0.`feedback has its page, and returns to the menu`() },
                { try await $0.`LTC30 another language is spoken at once, is marked, and is kept`() },
                { try await $0.`LTC31 every topic of help has its page, and contact says how to reach the help desk`() },
                { try await $0.`a call is placed by the phone`() },
            ])
        let pin = try await rows(
            ChangeRemotePINTests.self,
            [
                { try await $0.`LTC45 the old PIN, then the new one twice, and it is changed`() },
                { try await $0.`success also leads back to the settings`() },
                { try await $0.`back from the old PIN changes nothing`() },
                { try await $0.`back from the new PIN changes nothing`() },
                { try await $0.`a wrong PIN confirms nothing, and forgetting it is answered`() },
                { try await $0.`a wrong PIN is left again`() },
                { try await $0.`a protected action that can be cancelled offers it`() },
                { try await $0.`without a PID a forgotten PIN leads to deleting the wallet`() },
            ])
        let idle = try await rows(
            ChooseIdleTimeTests.self,
            [
                { try await $0.`every shorter time can be chosen, and the configured one again`() }
            ])
        let others = try await rows(
            SettingsTests.self,
            [
                { try await $0.`LTC61 they are enabled with the sensor and the PIN`() },
                { try await $0.`the success leads to the settings`() },
                { try await $0.`going back from the PIN leaves them disabled`() },
                { try await $0.`a refusal of the sensor leaves biometrics disabled, and is reported`() },
                { try await $0.`LTC60 they are disabled at once`() },
                { try await $0.`LTC73 the deletion code is shown after the PIN`() },
                { try await $0.`closing the code leads to the settings, and without the PIN it is not shown`() },
            ])
        let help = try await rows(
            ShowHelpTests.self,
            [
                { try await $0.`the connection can be checked repeatedly, and the result is shown`() },
                { try await $0.`the help desk of the configuration is on the page, and one press calls it`() },
                { try await $0.`it is reached from the lock, and needs nothing unlocked`() },
            ])
        let after = try await rows(
            AfterUnlockTests.self,
            [
                { try await $0.`wrong PINs are reported once, with their number`() },
                { try await $0.`not now ends it at once, wherever it is said`() },
                {
                    try await $0
                        .`the same PIN twice is praised, different PINs can be tried again, and neither is checked or counted`()
                },
            ])
        return menu.union(pin).union(idle).union(help).union(after).union(others)
    }
}

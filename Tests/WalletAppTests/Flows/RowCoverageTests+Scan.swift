// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks the scanner, and the ways to it.
    static func scanning() async throws -> Set<Row> {
        let scanner = try await rows(
            ScanCodeTests.self,
            [
                {
                    try await $0.`an allowed camera is used at once, and back leads to where the user came from`(.menu, .showAppMenu(.menu))
                },
                { try await $0.`the system asks once, and an allowed camera looks for a code`() },
                { try await $0.`while the system still asks, the screen offers to ask again, and help returns to it`() },
                {
                    try await $0
                        .`a camera that was refused for good leads to the settings, and the app notices the change when it is back`()
                },
                { try await $0.`where nobody here can allow the camera, the screen says so and offers only the way back`(.restricted) },
                {
                    try await $0.`a code that is not for this app is told with its reason, and is not read again while it is there`(
                        .webAddress)
                },
                { try await $0.`a code of an issuer leads to adding cards, and nothing is fetched`(.issuance) },
                { try await $0.`a code of an organization leads to sharing with the fetch that has begun, as from another device`() },
                { try await $0.`a request that is there at once and is a login leads to logging in`() },
                { try await $0.`the light is switched while the camera looks on`() },
                { try await $0.`help ends the scan and returns to a new one`() },
            ])
        let dashboard = try await rows(
            ShowAllCardsTests.self,
            [{ try await $0.`the user can choose to scan a code, or close the drawer and see the same dashboard`() }])
        return scanner.union(dashboard)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WalletInterface

extension RowCoverageTests {
    /// Walks the cards and one card's details.
    static func cards() async throws -> Set<Row> {
        let all = try await rows(
            ShowAllCardsTests.self,
            [
                { try await $0.`LTC24 each entry of the dashboard leads to its flow and back to the dashboard`() },
                { try await $0.`a card can be opened, and going back shows the same dashboard`() },
                { try await $0.`an expired card, the practice and the last activity have entries that lead back to the dashboard`() },
                { try await $0.`biometric unlock is offered where it is possible and off`() },
            ])
        let one = try await rows(
            ShowCardDetailsTests.self,
            [
                { try await $0.`LTC25 a card shows its data, its issuer and its activities`() },
                { try await $0.`an issuer is reported to the help desk, with an event of its own and no word to the issuer`() },
                { try await $0.`an identity card that can be obtained again has a control that does so`(.expired) },
            ])
        let deletion = try await rows(
            DeleteCardTests.self,
            [
                { try await $0.`LTC78 a card is deleted after a question and the PIN, and its activities stay`("1.3a") },
                { try await $0.`LTC78 a card is deleted after a question and the PIN, and its activities stay`("1.3b") },
                { try await $0.`LTC78 until the PIN is entered the user can leave at each step, and the card stays`() },
            ])
        return all.union(one).union(deletion)
    }
}

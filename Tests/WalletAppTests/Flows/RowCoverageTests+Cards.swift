// SPDX-License-Identifier: EUPL-1.2

import WalletApp

extension RowCoverageTests {
    /// Walks the cards and one card's details.
    static func cards() async throws -> Set<Row> {
        let all = try await rows(
            ShowAllCardsTests.self,
            [
                { try await $0.`LTC24 the dashboard leads where its entries say, and back to itself`() },
                { try await $0.`a card opens, and back from it the dashboard is as it was`() },
            ])
        let one = try await rows(
            ShowCardDetailsTests.self, [{ try await $0.`LTC25 a card shows its data, its issuer and its activities`() }])
        return all.union(one)
    }
}

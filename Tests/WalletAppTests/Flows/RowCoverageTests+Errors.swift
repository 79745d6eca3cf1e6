// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks the start, and errors that no flow expects.
    static func failing() async throws -> Set<Row> {
        let opening = try await rows(
            OpenTheAppTests.self,
            [
                { try await $0.`a store that cannot be used is named, and is opened once it is usable`(.storeDamaged, .damaged) },
                { try await $0.`after any unexpected error the core is opened again`("Generic.restart") },
                { try await $0.`a core that was still running is bound again, locked, and not initialised twice`() },
            ])
        let starting = try await rows(
            ProcessStartTests.self, [{ try await $0.`a process sets up the platform before anything else`() }])
        let refused = try await rows(
            UnlockTheAppTests.self, [{ try await $0.`a wallet that the provider refuses permanently says so and sends no further PIN`() }])
        return opening.union(starting).union(refused)
    }
}

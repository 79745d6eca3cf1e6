// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

@testable import WalletApp

extension RowCoverageTests {
    /// Walks the start, and errors that no flow expects.
    static func failing() async throws -> Set<Row> {
        let opening = try await rows(
            OpenTheAppTests.self,
            [
                { try await $0.`a store that cannot be used is named, and opened when it can be again`(.storeDamaged, .damaged) },
                { try await $0.`after anything unexpected the core is opened again`("Generic.restart") },
                { try await $0.`a core that lived on is bound to again, locked, and not initialised twice`() },
            ])
        let starting = try await rows(
            ProcessStartTests.self, [{ try await $0.`a process hands the platform over before anything else`() }])
        let refused = try await rows(
            UnlockTheAppTests.self, [{ try await $0.`a wallet that the provider refuses for good says so and is not tried again`() }])
        return opening.union(starting).union(refused)
    }
}

// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// One flow that is killed at every point. A new one is a file in Flows and a line in `all`.
protocol Flow: Sendable {
    /// Its name in the table.
    var name: String { get }

    /// Brings a new phone to where the flow begins; no fault happens. The same process goes on with `run`.
    func prepare(_ user: User) async throws

    /// What the user does once. The fault happens in here; what is thrown then is no failure.
    func run(_ user: User) async throws

    /// What the user does next, whatever happened in `run`, in the same process or in a new one, until the flow is at its end.
    ///
    /// - Throws: whatever cannot be mended by doing it again: the wallet is stuck.
    func finish(_ user: User) async throws
}

extension Flow {
    func prepare(_ user: User) async throws {}
}

/// All flows.
let flows: [any Flow] = [
    FirstStart(), RegistrationFlow(), DeletionCodeFlow(), BiometricsFlow(), UnlockFlow(), WrongPINFlow(), DocumentsFlow(),
    PINChangeFlow(), MigrationFlow(), WipeFlow(), IssuanceFlow(), AcceptanceFlow(), RecoveryFlow(),
]

/// Why a wallet is stuck.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

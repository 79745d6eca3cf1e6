// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletCore

/// One flow that is killed at every point. A new one is a file in Flows and a line in `flows`.
protocol Flow: Sendable {
    /// Its name in the table.
    var name: String { get }

    /// Brings a new phone to where the flow begins; no fault happens. The same process goes on with `run`.
    func prepare(_ user: User) async throws

    /// What the user does once. The fault happens in here; what is thrown then is no failure.
    func run(_ user: User) async throws

    /// What the user does next, whatever happened in `run`, in the same process or in a new one, until the flow is at its end. A fault happens
    /// in here as well; then it is called again, there or in the next process.
    ///
    /// - Throws: whatever cannot be mended by doing it again: the wallet is stuck.
    func finish(_ user: User) async throws

    /// Whether a point is another flow's: no fault happens there in this one.
    func isElsewhere(_ point: String) -> Bool
}

extension Flow {
    func prepare(_ user: User) async throws {}

    func isElsewhere(_ point: String) -> Bool { false }
}

/// All flows.
let flows: [any Flow] = [
    FirstStart(), RegistrationFlow(), DeletionCodeFlow(), BiometricsFlow(), UnlockFlow(), WrongPINFlow(), DocumentsFlow(),
    PINChangeFlow(), SettlementFlow(), MigrationFlow(), WipeFlow(), ErasingFlow(), DeregistrationFlow(),
    SecondWipeFlow(name: "second wipe", waiting: .asks(.deregister)),
    SecondWipeFlow(name: "second wipe told", waiting: .tells(.deregister)), IssuanceFlow(), AcceptanceFlow(), RecoveryFlow(),
    ReinstallationFlow(),
]

/// Why a wallet is stuck.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

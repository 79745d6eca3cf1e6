// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletCore

/// One flow that is killed at every point. A new flow is a file in Flows and a line in `flows`.
protocol Flow: Sendable {
    /// The name in the table.
    var name: String { get }

    /// Prepares a new phone for the flow; no fault occurs. The same process continues with `run`.
    func prepare(_ user: User) async throws

    /// The user's action under test. The fault occurs here; the resulting error is not a failure.
    func run(_ user: User) async throws

    /// Brings the flow to its end after `run`, in the same process or a new one. A fault can occur here too; then it is called again, there or in
    /// the next process.
    ///
    /// - Throws: an error that repetition cannot repair: the wallet is stuck.
    func finish(_ user: User) async throws

    /// Returns true if a point belongs to another flow: no fault occurs there.
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
    SecondWipeFlow(name: "second wipe", waiting: .asksForBeacon),
    SecondWipeFlow(name: "second wipe sent", waiting: .sends(.deregister)), IssuanceFlow(), AcceptanceFlow(), RecoveryFlow(),
    ReinstallationFlow(), LinkFlow(), SharingFlow(), DeletionFlow(), HistoryFlow(),
]

/// The reason that a wallet is stuck.
struct Stuck: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

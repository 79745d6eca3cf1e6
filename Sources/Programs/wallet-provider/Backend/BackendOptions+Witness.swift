// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Logging
import ServerState
import WalletProvider
import WitnessFiles

/// Opens the store's witness.
extension BackendOptions {
    /// Milliseconds after which the provider deletes accounts that were never used.
    var unusedAccountLifetime: Int64 { Int64(unusedAccountSeconds) * 1000 }

    /// Opens the witness, if configured, follows the other journals while `body` runs, and closes it afterwards.
    ///
    /// - Throws: `StartError` if the database is older than its witness or the journals have been altered; errors of `body`.
    func witnessing<Value>(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, by hsm: any HSM, for use: Backend.Use, _ logger: Logger,
        _ body: (WitnessedStore?) async throws -> Value
    ) async throws -> Value {
        guard let witnessJournal else {
            if use == .serving { logger.notice("no witness: a restored database is not detected") }
            return try await body(nil)
        }
        try PrivateDirectory(path: witnessJournal).check()
        let report: @Sendable (any Error) -> Void = { logger.error("failure", metadata: ["error": "\($0)"]) }
        let witness: Witness
        do {
            witness = try await Witness.open(
                store, in: witnessJournal, and: witnessPeers, hsm: hsm, for: use == .serving ? .serving : .beside,
                timeouts: timeouts, unusedAccountLifetime: unusedAccountLifetime, clock: { Date() }, report: report)
        } catch {
            throw Self.startError(for: error)
        }
        if witness.ahead > 0 {
            logger.notice("the database is newer than the witness", metadata: ["accounts": .stringConvertible(witness.ahead)])
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await witness.follow(report: report) }
            do {
                let value = try await body(witness.store)
                group.cancelAll()
                _ = try? await group.waitForAll()
                await witness.journals.close()
                return value
            } catch {
                group.cancelAll()
                _ = try? await group.waitForAll()
                await witness.journals.close()
                throw error
            }
        }
    }

    /// The error for the operator, with the command that resolves it.
    static func startError(for error: any Error) -> any Error {
        switch error {
        case let rejection as Witness.Rejection:
            switch rejection {
            case .noJournals: StartError("\(rejection) Put it back, or begin a new one with: wallet-provider witness begin")
            case .behind:
                StartError("\(rejection) No wallet is served until they agree: wallet-provider witness reconcile")
            }
        case let error as AccountStoreError where error.code == .journalDamaged:
            StartError("\(error.reason). Put the right files back, or begin a new witness with: wallet-provider witness begin --set-aside")
        case let error as AccountStoreError where error.code == .journalIncomplete:
            StartError("\(error.reason). Put the files back, or continue without them: wallet-provider witness accept-loss")
        default: error
        }
    }
}

// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Logging
import PKCS11HSM
import ServerCommands
import ServerKit
import ServerState
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

/// The opened components behind a provider.
struct Backend: Sendable {
    let store: any AccountStore & AuditStore
    let hsm: any HSM & KeyAdministration
    /// The accounts without their witness, so that reachability of the database can be checked separately from rollback.
    let database: any AccountStore & AuditStore
    /// The witness, if configured.
    let witness: WitnessedStore?

    /// The purpose of opening the components.
    enum Use {
        /// For serving: creates missing files at the first start and locks them for this process.
        case serving
        /// For inspection or changes beside a running server: everything must already exist.
        case administering
    }
}

extension BackendOptions {
    /// Opens accounts and keys, and closes them after `body`.
    ///
    /// - Parameters:
    ///   - logger: logs messages of the witness.
    ///   - observeHSM: receives the attempts to reach a token again.
    ///   - reportLost: receives the error of each unlock whose outcome could not be stored behind its answer.
    /// - Throws: `StartError`, `AccountStoreError` or `HSMError` if they cannot be opened; errors of `body`.
    func withBackend<Value>(
        for use: Backend.Use, logger: Logger = Logger(label: "wallet-provider") { TextLog(label: $0) },
        observeHSM: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in },
        reportLost: @escaping @Sendable (AccountStoreError) -> Void = { _ in }, _ body: (Backend) async throws -> Value
    ) async throws -> Value {
        try await withUnwitnessed(for: use, observeHSM: observeHSM, reportLost: reportLost) { store, hsm in
            try await witnessing(store, by: hsm, for: use, logger) { witness in
                try await body(Backend(store: witness ?? store, hsm: hsm, database: store, witness: witness))
            }
        }
    }

    /// Works like `withBackend`, but without the witness, which does not record changes made here.
    func withUnwitnessed<Value>(
        for use: Backend.Use = .administering, observeHSM: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in },
        reportLost: @escaping @Sendable (AccountStoreError) -> Void = { _ in },
        _ body: (any AccountStore & AuditStore & WitnessedAccounts, any HSM & KeyAdministration) async throws -> Value
    ) async throws -> Value {
        switch use {
        case .serving where database == nil:
            let directory = try ServerDirectory(opening: state)
            defer { directory.unlock() }
            let files = directory.providerFiles
            try files.begin(keysAreFiles: token.hsmModule == nil)
            return try await withHSM(mayMakeKeys: true, observe: observeHSM) { hsm in
                try await withSQLite(delaysOutcomes: true, reportLost: reportLost) { store in
                    files.finish()
                    return try await body(store, hsm)
                }
            }
        case .serving, .administering:
            try requireAccounts()
            return try await withHSM(mayMakeKeys: false, observe: observeHSM) { hsm in
                try await withStore(for: use, reportLost: reportLost) { store in try await body(store, hsm) }
            }
        }
    }

    /// Opens the existing accounts without their witness, and closes them after `body`.
    func withStore<Value>(
        for use: Backend.Use = .administering, reportLost: @escaping @Sendable (AccountStoreError) -> Void = { _ in },
        _ body: (any AccountStore & AuditStore & WitnessedAccounts) async throws -> Value
    ) async throws -> Value {
        guard database == nil else { return try await withPostgres(for: use, reportLost: reportLost) { store in try await body(store) } }
        try requireAccounts()
        return try await withSQLite { store in try await body(store) }
    }

    private func requireAccounts() throws {
        guard database == nil else { return }
        try files.checkPrivacy()
        try files.refuseMovedAccounts()
        guard files.hasAccounts else {
            throw StartError("There is no account database \(files.accounts), or it is empty; put it back. Nothing was changed.")
        }
    }

    /// Opens the keys, and closes them after `body`.
    ///
    /// - Parameters:
    ///   - mayMakeKeys: creates missing software keys.
    ///   - requiresAllKeys: refuses a token that lacks a key.
    ///   - observe: receives the attempts to reach a token again.
    func withHSM<Value>(
        mayMakeKeys: Bool, requiresAllKeys: Bool = true, observe: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in },
        _ body: (any HSM & KeyAdministration) async throws -> Value
    ) async throws -> Value {
        try files.checkPrivacy()
        guard let token = try token.token() else {
            guard mayMakeKeys || [files.keys, files.secret].contains(where: FileManager.default.fileExists(atPath:)) else {
                throw StartError("There are no keys \(files.keys). Make them with: wallet-provider keys create --state \(state)")
            }
            return try await body(try SoftwareHSM(keyFile: files.keys, secretFile: files.secret))
        }
        let hsm: PKCS11HSM
        do throws(HSMError) {
            hsm = try await PKCS11HSM(
                PKCS11Configuration(modulePath: token.module, tokenLabel: token.label, pin: TokenPIN(token.pin), timeouts: timeouts),
                requiresAllKeys: requiresAllKeys, report: observe)
        } catch {
            switch error.code {
            case .accessDenied: throw StartError("\(error)", exitStatus: StartError.notToBeRepeated)
            case .keyMissing: throw StartError("\(error). Make it with: wallet-provider keys create")
            default: throw error
            }
        }
        do {
            let value = try await body(hsm)
            await hsm.close()
            return value
        } catch {
            await hsm.close()
            throw error
        }
    }

    var files: ProviderFiles { ProviderFiles(directory: URL(filePath: state, directoryHint: .isDirectory).path) }

    private func withSQLite<Value>(
        delaysOutcomes: Bool = false, reportLost: @escaping @Sendable (AccountStoreError) -> Void = { _ in },
        _ body: (SQLiteAccountStore) async throws -> Value
    ) async throws -> Value {
        let store = try SQLiteAccountStore(
            path: files.accounts, timeouts: timeouts, outcomeDelay: delaysOutcomes ? SQLiteAccountStore.outcomeDelay : nil,
            report: reportLost)
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }

    private func withPostgres<Value>(
        for use: Backend.Use, reportLost: @escaping @Sendable (AccountStoreError) -> Void,
        _ body: (PostgresAccountStore) async throws -> Value
    ) async throws -> Value {
        guard let postgres = try postgres() else { throw StartError("--database is missing") }
        let store = try await PostgresAccountStore(
            postgres, serving: use == .serving, outcomeDelay: use == .serving ? PostgresAccountStore.outcomeDelay : nil,
            report: reportLost)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}

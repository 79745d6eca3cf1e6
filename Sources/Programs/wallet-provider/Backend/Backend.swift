// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Logging
import PKCS11HSM
import ProviderState
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

/// The opened parts behind a provider.
struct Backend: Sendable {
    let store: any AccountStore & AuditStore
    let hsm: any HSM & KeyAdministration
    /// The accounts without their witness: whether the database answers is one question, and whether it is as new as it should be another.
    let database: any AccountStore & AuditStore
    /// Nil when there is none.
    let witness: WitnessedStore?

    /// What somebody opens them for.
    enum Use {
        /// To serve: what may be missing at a first start is made, and files are this process's alone.
        case serving
        /// To look or to change something beside a server: everything must be there already.
        case administering
    }
}

extension BackendOptions {
    /// Opens accounts and keys, and closes them whatever happens.
    ///
    /// - Parameter logger: gets what the witness has to say.
    /// - Throws: `StartError`, `AccountStoreError`, `HSMError` when they cannot be opened; what `body` throws.
    func withBackend<Value>(
        for use: Backend.Use, logger: Logger = Logger(label: "wallet-provider") { StreamLogHandler.standardError(label: $0) },
        _ body: (Backend) async throws -> Value
    ) async throws -> Value {
        try await withUnwitnessed(for: use) { store, hsm in
            try await witnessing(store, by: hsm, for: use, logger) { witness in
                try await body(Backend(store: witness ?? store, hsm: hsm, database: store, witness: witness))
            }
        }
    }

    /// As `withBackend`, without a witness: what somebody changes here is not noticed.
    func withUnwitnessed<Value>(
        for use: Backend.Use = .administering,
        _ body: (any AccountStore & AuditStore & WitnessedAccounts, any HSM & KeyAdministration) async throws -> Value
    ) async throws -> Value {
        switch use {
        case .serving where database == nil:
            let directory = try ProviderDirectory(opening: state)
            defer { directory.unlock() }
            let files = directory.files
            try files.begin(keysAreFiles: hsmModule == nil)
            return try await withHSM(mayMakeKeys: true) { hsm in
                try await withSQLite { store in
                    files.finish()
                    return try await body(store, hsm)
                }
            }
        case .serving, .administering:
            try requireAccounts()
            return try await withHSM(mayMakeKeys: false) { hsm in
                try await withStore(for: use) { store in try await body(store, hsm) }
            }
        }
    }

    /// Opens the accounts that are there, without their witness, and closes them whatever happens.
    func withStore<Value>(
        for use: Backend.Use = .administering, _ body: (any AccountStore & AuditStore & WitnessedAccounts) async throws -> Value
    ) async throws -> Value {
        guard database == nil else { return try await withPostgres(for: use) { store in try await body(store) } }
        try requireAccounts()
        return try await withSQLite { store in try await body(store) }
    }

    private func requireAccounts() throws(StartError) {
        guard database != nil || FileManager.default.fileExists(atPath: files.accounts) else {
            throw StartError("There is no account database \(files.accounts).")
        }
    }

    /// Opens the keys, and closes them whatever happens.
    ///
    /// - Parameters:
    ///   - mayMakeKeys: software keys that are not there are made.
    ///   - requiresAllKeys: a token on which a key is missing is refused.
    func withHSM<Value>(
        mayMakeKeys: Bool, requiresAllKeys: Bool = true, _ body: (any HSM & KeyAdministration) async throws -> Value
    ) async throws -> Value {
        try files.checkPrivacy()
        guard let token = try token() else {
            guard mayMakeKeys || FileManager.default.fileExists(atPath: files.keys) else {
                throw StartError("There are no keys \(files.keys). Make them with: wallet-provider keys create --state \(state)")
            }
            return try await body(try SoftwareHSM(keyFile: files.keys, secretFile: files.secret))
        }
        let hsm = try await PKCS11HSM(token, requiresAllKeys: requiresAllKeys)
        do {
            let value = try await body(hsm)
            await hsm.close()
            return value
        } catch {
            await hsm.close()
            throw error
        }
    }

    /// The provider's files in the state directory.
    var files: ProviderFiles { ProviderFiles(directory: URL(filePath: state, directoryHint: .isDirectory).path) }

    private func withSQLite<Value>(_ body: (SQLiteAccountStore) async throws -> Value) async throws -> Value {
        let store = try SQLiteAccountStore(path: files.accounts)
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }

    private func withPostgres<Value>(for use: Backend.Use, _ body: (PostgresAccountStore) async throws -> Value) async throws -> Value {
        guard let postgres = try postgres() else { throw StartError("--database is missing") }
        let store = try await PostgresAccountStore(postgres, serving: use == .serving)
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

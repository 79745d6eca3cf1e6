// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import HSM
import PIDIssuer
import PKCS11HSM
import ServerCommands
import ServerState

/// The locations of the database and the keys: files in the state directory by default.
struct StateOptions: ParsableArguments {
    @Option(help: "The directory for files: database, keys, development certificates.")
    var state: String

    @OptionGroup
    var token: TokenOptions

    @Option(help: ArgumentHelp("How long a write to the database waits for another program's lock.", valueName: "milliseconds"))
    var lockMilliseconds = Timeouts.production.issuerLock.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "A file with settings: a JSON object with options of 'serve' by their names. The command line and the environment, such as "
                + "WALLET_ISSUER_PORT for --port, take precedence.", valueName: "file"))
    var config: String?

    func validate() throws {
        guard !state.isEmpty else { throw ValidationError("--state must be the path of a directory, not an empty text") }
        try TimeLimitOption.check([("lock-milliseconds", lockMilliseconds)], in: 100...60_000)
    }

    /// The time limits with these options, for a command; a server has further options.
    var timeouts: Timeouts {
        var timeouts = Timeouts.production
        timeouts.issuerLock = .milliseconds(lockMilliseconds)
        token.apply(to: &timeouts)
        return timeouts
    }

    var files: IssuerFiles { IssuerFiles(directory: URL(filePath: state, directoryHint: .isDirectory).path) }

    /// Opens the keys, and closes them after `body`.
    ///
    /// - Parameters:
    ///   - requiresAllKeys: refuses a token that lacks a key.
    ///   - observe: receives the attempts to reach a token again.
    /// - Throws: `StartError`, `HSMError`, errors of `body`.
    func withHSM<Value>(
        requiresAllKeys: Bool = true, observe: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in },
        _ body: (any HSM & KeyAdministration) async throws -> Value
    ) async throws -> Value {
        try PrivateDirectory(path: files.directory).check(secrets: [files.secret, files.keys])
        guard let token = try token.token() else {
            return try await body(try SoftwareHSM(keyFile: files.keys, secretFile: files.secret))
        }
        let hsm: PKCS11HSM
        do throws(HSMError) {
            hsm = try await PKCS11HSM(
                PKCS11Configuration(modulePath: token.module, tokenLabel: token.label, pin: TokenPIN(token.pin), timeouts: timeouts),
                requiresAllKeys: requiresAllKeys, report: observe)
        } catch {
            guard error.code == .accessDenied else { throw error }
            throw StartError("\(error)", exitStatus: StartError.notToBeRepeated)
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

    /// Opens the database, also while a server uses it, and closes it after `body`.
    ///
    /// - Throws: `StartError` if there is no database, `IssuerStoreError`, errors of `body`.
    func withStore<Value>(_ body: (IssuerStore) async throws -> Value) async throws -> Value {
        try PrivateDirectory(path: files.directory).check(secrets: [files.secret, files.keys])
        guard FileManager.default.fileExists(atPath: files.database) else {
            throw StartError("There is no database \(files.database); wallet-issuer serve makes one.")
        }
        let store = try IssuerStore(path: files.database, timeouts: timeouts, clock: { Date() })
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }
}

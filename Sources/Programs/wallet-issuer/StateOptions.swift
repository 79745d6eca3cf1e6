// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import PIDIssuer
import PKCS11HSM
import ProviderState

/// The locations of the database and the keys: files in the state directory by default.
struct StateOptions: ParsableArguments {
    @Option(help: "The directory for what is kept in files: database, keys, development certificates.")
    var state: String

    @Option(help: ArgumentHelp("A PKCS#11 module for the keys. Default: software keys in STATE.", valueName: "library"))
    var hsmModule: String?

    @Option(help: ArgumentHelp("The label of the token with the keys.", valueName: "label"))
    var hsmToken: String?

    @Option(help: ArgumentHelp("A file with the token's PIN, of which only its owner may read.", valueName: "file"))
    var hsmPINFile: String?

    func validate() throws {
        guard !state.isEmpty else { throw ValidationError("--state is the path of a directory, not an empty text") }
        guard [hsmModule, hsmToken, hsmPINFile].allSatisfy({ ($0 == nil) == (hsmModule == nil) }) else {
            throw ValidationError("--hsm-module, --hsm-token and --hsm-pin-file go together")
        }
    }

    var files: IssuerFiles { IssuerFiles(directory: URL(filePath: state, directoryHint: .isDirectory).path) }

    /// Opens the keys, and closes them after `body`.
    ///
    /// - Throws: `StartError`, `HSMError`, errors of `body`.
    func withHSM<Value>(_ body: (any HSM) async throws -> Value) async throws -> Value {
        try PrivateDirectory(path: files.directory).check(secrets: [files.secret, files.keys])
        guard let token = try token() else {
            return try await body(try SoftwareHSM(keyFile: files.keys, secretFile: files.secret))
        }
        let hsm = try await PKCS11HSM(token, requiresAllKeys: true)
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
        guard FileManager.default.fileExists(atPath: files.database) else {
            throw StartError("There is no database \(files.database); wallet-issuer serve makes one.")
        }
        let store = try IssuerStore(path: files.database, clock: { Date() })
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            try? store.close()
            throw error
        }
    }

    private func token() throws(StartError) -> PKCS11Configuration? {
        guard let hsmModule, let hsmToken, let hsmPINFile else { return nil }
        return PKCS11Configuration(
            modulePath: hsmModule, tokenLabel: hsmToken, pin: TokenPIN(try SecretFile(path: hsmPINFile).firstLine()))
    }
}

/// Random bytes from the system's cryptographically secure source.
@Sendable func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight bytes at a time, because each number is a system call.
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
}

// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import HSM
import ProviderState
import ServerCommands
import WalletProvider

/// `wallet-provider keys`: manages the provider's keys in its HSM.
struct KeysCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create, list and rotate the provider's keys.",
        subcommands: [
            Create.self, List.self, Next.self, Check.self, Activate.self, Retire.self, Rotate.self, Export.self,
        ])

    /// `keys create`: creates every missing key.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create every missing key. Existing keys stay.")

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        func run() async throws {
            if backend.token.hsmModule == nil {
                let directory = try ProviderDirectory(opening: backend.state)
                defer { directory.unlock() }
                // An existing account database without keys has lost them; new keys would not fit its accounts.
                try directory.files.begin(keysAreFiles: true)
            }
            try await backend.withHSM(mayMakeKeys: true, requiresAllKeys: false) { hsm in
                let hadKeys = try await !hsm.list().isEmpty
                let made = try await hsm.createKeys()
                if hadKeys, !made.isEmpty { await record(made, hsm) }
                KeysCommands.write(try await hsm.list())
            }
        }

        /// Records the creation afterwards: the audit log's key may be one of the new keys, and the database may not have been migrated yet.
        private func record(_ made: [KeyDescription], _ hsm: any HSM) async {
            do {
                try await backend.withStore { store in
                    try await KeysCommands.record(.createKeys(made.map(\.purpose)), by: person, store, hsm)
                }
            } catch {
                FileHandle.standardError.write(Data("not written to the audit log: \(error)\n".utf8))
            }
        }
    }

    /// `keys list`: lists all keys, including expired ones.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all keys, expired ones included.")

        @OptionGroup
        var backend: BackendOptions

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false, requiresAllKeys: false) { hsm in KeysCommands.write(try await hsm.list()) }
        }
    }

    /// `keys rotate`: replaces a signing key immediately, for emergencies.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "For emergencies: create a signing key that signs immediately. Phones refuse every response until they know it.",
            discussion: """
                No phone knows the new key, so this is an outage until each has a configuration with it. Use 'keys next', 'keys check' and 'keys \
                activate' instead; with a next key that is published already, 'keys activate PURPOSE --old-keys-verify-days 0 --force' takes a \
                compromised key out of use without an outage. It is written to the audit log first.
                """)

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        @Argument(help: "certificate, result or attestation.")
        var purpose: SigningPurpose

        @Option(help: "Days for which the former keys still verify.")
        var oldKeysVerifyDays: Int

        @Flag(help: "Confirm the outage.")
        var force = false

        func validate() throws {
            guard (0...36_525).contains(oldKeysVerifyDays) else { throw ValidationError("--old-keys-verify-days is 0 to 36525") }
            guard force else {
                throw ValidationError(
                    "phones refuse what a key signs that they do not know: use 'keys next', 'keys check' and 'keys activate'; --force rotates at once"
                )
            }
        }

        func run() async throws {
            try await backend.withUnwitnessed { store, hsm in
                let expiry = Date(timeIntervalSinceNow: Double(oldKeysVerifyDays) * 86_400)
                try await KeysCommands.record(.rotateKey(purpose, oldKeysVerifyUntil: Timestamp(expiry)), by: person, store, hsm)
                _ = try await hsm.rotate(purpose, oldKeysVerifyUntil: expiry)
                KeysCommands.write(try await hsm.list())
            }
        }
    }

    /// `keys export`: exports a public key for certification.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the public signing key, or the next one, in PEM.",
            discussion: "An authority certifies the attestation key with this output.")

        @OptionGroup
        var backend: BackendOptions

        @Argument(help: "attestation, certificate or result.")
        var purpose: SigningPurpose

        @Flag(help: "Print the next key.")
        var next = false

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false) { hsm in
                let keyID = try await hsm.list().first { $0.purpose == .signing(purpose) && $0.state == (next ? .next : .active) }?.keyID
                guard let key = try await hsm.publicKeys(for: purpose).first(where: { $0.keyID == keyID })?.key else {
                    guard !next else {
                        throw StartError(
                            "There is no next \(purpose.rawValue) key. Make it with: wallet-provider keys next \(purpose.rawValue)")
                    }
                    throw StartError("There is no \(purpose.rawValue) key. Make it with: wallet-provider keys create")
                }
                Terminal.write(key.pemRepresentation)
            }
        }
    }

    /// Writes one line per key: id, purpose, state, creation, expiry.
    static func write(_ keys: [KeyDescription]) {
        for key in keys {
            let created = key.created.map(Terminal.text) ?? "unknown"
            let expires = key.expires.map(Terminal.text) ?? "never"
            Terminal.write("\(key.keyID)\t\(key.purpose.name)\t\(key.state.rawValue)\tcreated \(created)\texpires \(expires)")
        }
    }
}

extension SigningPurpose: ExpressibleByArgument {}

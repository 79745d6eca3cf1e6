// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import HSM
import ServerCommands
import ServerState
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
        var keys: KeyChangeOptions

        func run() async throws {
            KeysCommands.write(try await create())
        }

        /// Creates the keys and returns all keys.
        @discardableResult
        func create() async throws -> [KeyDescription] {
            if keys.backend.token.hsmModule == nil {
                let directory = try ServerDirectory(opening: keys.backend.state)
                defer { directory.unlock() }
                // An existing account database without keys has lost them; new keys would not fit its accounts.
                try directory.providerFiles.begin(accountsAreFiles: keys.backend.database == nil)
            }
            return try await keys.backend.withHSM(mayMakeKeys: true, requiresAllKeys: false) { hsm in
                let hadKeys = try await !hsm.list().isEmpty
                let made = try await hsm.createKeys()
                if hadKeys, !made.isEmpty { await record(made, hsm) }
                return try await hsm.list()
            }
        }

        /// Records the creation afterwards: the audit log's key may be one of the new keys, and the database may not have been migrated
        /// yet.
        private func record(_ made: [KeyDescription], _ hsm: any HSM & KeyAdministration) async {
            do {
                try await keys.backend.withStore { store in
                    try await AuditedKeys(hsm: hsm, store: store, actor: keys.person.actor).record(.createKeys(made.map(\.purpose)))
                }
            } catch {
                Terminal.complain("not written to the audit log: \(error)")
            }
        }
    }

    /// `keys list`: lists all keys, including expired keys.
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
                Phones do not know the new key, so each phone has an outage until it has a configuration with the key. Use 'keys next', 'keys check' \
                and 'keys activate' instead. If a next key is already published, 'keys activate PURPOSE --old-keys-verify-days 0 --force' takes \
                a compromised key out of use without an outage. The command is written to the audit log first.
                """)

        @OptionGroup
        var keys: KeyChangeOptions

        @OptionGroup
        var key: KeyPurposeArgument

        @Option(help: "Days for which the former keys still verify.")
        var oldKeysVerifyDays: Int

        @Flag(help: "Confirm the outage.")
        var force = false

        func validate() throws {
            try VerifyDays.check(oldKeysVerifyDays)
            guard force else {
                throw ValidationError(
                    "phones refuse what a key signs that they do not know: use 'keys next', 'keys check' and 'keys activate'; --force rotates at once"
                )
            }
        }

        func run() async throws {
            try await keys.withKeys { keys in
                let expiry = VerifyDays.end(oldKeysVerifyDays, from: Date())
                try await keys.record(.rotateKey(key.purpose, oldKeysVerifyUntil: Timestamp(expiry)))
                _ = try await keys.hsm.rotate(key.purpose, oldKeysVerifyUntil: expiry)
                KeysCommands.write(try await keys.hsm.list())
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

        @OptionGroup
        var key: KeyPurposeArgument

        @Flag(help: "Print the next key.")
        var next = false

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false) { hsm in
                let purpose = key.purpose
                let keyID = try await hsm.list().first { $0.purpose == .signing(purpose) && $0.state == (next ? .next : .active) }?.keyID
                guard let found = try await hsm.publicKeys(for: purpose).first(where: { $0.keyID == keyID })?.key else {
                    guard !next else { throw key.noNextKey }
                    throw StartError("There is no \(purpose.rawValue) key. Make it with: wallet-provider keys create")
                }
                Terminal.write(found.pemRepresentation)
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

// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import HSM
import ProviderState

/// `wallet-provider keys`: the provider's keys in its HSM.
struct KeysCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Make, list and rotate the provider's keys.",
        subcommands: [Create.self, List.self, Rotate.self, Export.self])

    /// `keys create`: makes every key that is missing.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make every key that is missing. Keys that are there stay.")

        @OptionGroup
        var backend: BackendOptions

        func run() async throws {
            if backend.hsmModule == nil {
                let directory = try ProviderDirectory(opening: backend.state)
                defer { directory.unlock() }
                // Accounts whose keys were lost are no place for new keys.
                try directory.files.begin(keysAreFiles: true)
            }
            try await backend.withHSM(mayMakeKeys: true, requiresAllKeys: false) { hsm in
                _ = try await hsm.createKeys()
                KeysCommands.write(try await hsm.list())
            }
        }
    }

    /// `keys list`: all keys, expired ones included.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all keys, expired ones included.")

        @OptionGroup
        var backend: BackendOptions

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false, requiresAllKeys: false) { hsm in KeysCommands.write(try await hsm.list()) }
        }
    }

    /// `keys rotate`: a new signing key; the ones before it verify for a while.
    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new signing key; those before it only verify, until they expire.",
            discussion: """
                Wallet certificates do not expire, so what verifies them should verify for as long as wallets may keep them. 0 days takes a \
                compromised key out of use at once. With a token, servers notice within half a minute; with software keys, restart them.
                """)

        @OptionGroup
        var backend: BackendOptions

        @Argument(help: "certificate, result or attestation.")
        var purpose: SigningPurpose

        @Option(help: "For how many days the keys before it verify.")
        var oldKeysVerifyDays: Int

        func validate() throws {
            guard (0...36_525).contains(oldKeysVerifyDays) else { throw ValidationError("--old-keys-verify-days is 0 to 36525") }
        }

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false) { hsm in
                let expiry = Date(timeIntervalSinceNow: Double(oldKeysVerifyDays) * 86_400)
                _ = try await hsm.rotate(purpose, oldKeysVerifyUntil: expiry)
                KeysCommands.write(try await hsm.list())
            }
        }
    }

    /// `keys export`: the public key that signs, for an authority to certify.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the public key that signs, in PEM.",
            discussion: "The key of attestations needs a certificate; an authority makes one from this.")

        @OptionGroup
        var backend: BackendOptions

        @Argument(help: "attestation, certificate or result.")
        var purpose: SigningPurpose

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false) { hsm in
                guard let key = try await hsm.publicKeys(for: purpose).first?.key else {
                    throw StartError("There is no \(purpose.rawValue) key. Make it with: wallet-provider keys create")
                }
                Terminal.write(key.pemRepresentation)
            }
        }
    }

    /// One line a key: id, purpose, state, made, expires.
    private static func write(_ keys: [KeyDescription]) {
        for key in keys {
            let created = key.created.map(Terminal.text) ?? "unknown"
            let expires = key.expires.map(Terminal.text) ?? "never"
            Terminal.write("\(key.keyID)\t\(key.purpose.name)\t\(key.state.rawValue)\tcreated \(created)\texpires \(expires)")
        }
    }
}

extension SigningPurpose: ExpressibleByArgument {}

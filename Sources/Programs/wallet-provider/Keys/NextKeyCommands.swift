// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import JOSE
import JSON
import ServerCommands
import ServerState
import WalletProvider

/// The steps of rotating a key without a refused response: create, publish, check, activate.
extension KeysCommands {
    /// `keys next`: creates a key that is published but does not sign.
    struct Next: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create the next key of a purpose. It is published but does not sign until it is activated.",
            discussion: """
                Servers list the key at /api/v1/keys: at once with software keys, within half a minute with a token. Add it to a new configuration, \
                beside the existing keys. The command is written to the audit log first. A repetition makes no second key.
                """)

        @OptionGroup
        var keys: KeyChangeOptions

        @OptionGroup
        var key: KeyPurposeArgument

        func run() async throws {
            let purpose = key.purpose
            try await keys.withKeys { keys in
                let hsm = keys.hsm
                let isNew = try await !hsm.list().contains { $0.purpose == .signing(purpose) && $0.state == .next }
                if isNew { try await keys.record(.makeNextKey(purpose)) }
                let next = try await hsm.makeNextKey(for: purpose)
                KeysCommands.write([next])
                guard let key = try await hsm.publicKeys(for: purpose).first(where: { $0.keyID == next.keyID }) else { return }
                guard purpose != .attestation else {
                    return Terminal.write("have it certified: wallet-provider keys export attestation --next")
                }
                let entry: JSONObject = [key.keyID: .object(JWK(key.key).json)]
                Terminal.write("add it to provider.\(purpose.rawValue)_keys of a new configuration:")
                Terminal.write(String(decoding: entry.encode(), as: UTF8.self))
            }
        }
    }

    /// `keys check`: checks that the next key may sign.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check whether activating the next key is safe. The exit code is 1 if it is not.",
            discussion: """
                For a key that phones know from their configuration, activation is safe if the served configuration contains the key, and has been \
                in force for twice the poll interval plus a minute. A phone that was off during that time fetches the configuration at its start.
                """)

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var key: KeyPurposeArgument

        @OptionGroup
        var options: PublicationOptions

        func run() async throws {
            try await backend.withHSM(mayMakeKeys: false) { hsm in
                let (publication, _) = try await options.publication(of: key, in: hsm, now: Date())
                KeysCommands.write(publication)
                guard publication.isSafe else { throw ExitCode.failure }
            }
        }
    }

    /// `keys activate`: makes the next key the signing key.
    struct Activate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Activate the next key, unless phones or issuers may not know it yet.",
            discussion: """
                The command first checks as 'keys check' does. The former keys still verify what they have signed: certificate keys for as long as \
                wallets may keep certificates, a hundred years by default. The command is written to the audit log first.
                """)

        @OptionGroup
        var keys: KeyChangeOptions

        @OptionGroup
        var key: KeyPurposeArgument

        @Option(help: "Days for which the former keys still verify. Default: 36525 for certificate, 1 for result, 365 for attestation.")
        var oldKeysVerifyDays: Int?

        @OptionGroup
        var options: PublicationOptions

        @Flag(help: "Activate it despite all obstacles.")
        var force = false

        private var days: Int { oldKeysVerifyDays ?? key.purpose.usualVerifyDays }

        func validate() throws {
            try VerifyDays.check(days)
        }

        func run() async throws {
            let purpose = key.purpose
            try await keys.withKeys { keys in
                let hsm = keys.hsm
                let now = Date()
                var (publication, next) = try await options.publication(of: key, in: hsm, now: now)
                if purpose == .certificate, days < 365 {
                    publication.object("wallets whose certificate the former key has signed must register again after \(days) days")
                }
                KeysCommands.write(publication)
                guard publication.isSafe || force else {
                    Terminal.write("nothing was changed; --force activates it all the same")
                    throw ExitCode.failure
                }
                let expiry = VerifyDays.end(days, from: now)
                try await keys.record(
                    .activateKey(purpose, keyID: next.keyID, oldKeysVerifyUntil: Timestamp(expiry), isForced: !publication.isSafe))
                _ = try await hsm.activateNextKey(for: purpose, oldKeysVerifyUntil: expiry)
                KeysCommands.write(try await hsm.list().filter { $0.purpose == .signing(purpose) })
            }
        }
    }

    /// `keys retire`: expires a key that does not sign.
    struct Retire: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Expire a key immediately: an unwanted next key, or a key that only verifies.",
            discussion: """
                Everything that the key has signed is then refused. A certificate key needs --force, because wallets with its certificates must \
                register again. The key that signs cannot be retired. The command is written to the audit log first.
                """)

        @OptionGroup
        var keys: KeyChangeOptions

        @Argument(help: "The key's id, as printed by 'keys list'.")
        var keyID: String

        @Flag(help: "Retire it even if wallets may have its certificates.")
        var force = false

        func run() async throws {
            try await keys.withKeys { keys in
                let hsm = keys.hsm
                guard let key = try await hsm.list().first(where: { $0.keyID == keyID }), case .signing(let purpose) = key.purpose else {
                    throw StartError("There is no signing key \(keyID); list the keys with: wallet-provider keys list")
                }
                switch key.state {
                case .active: throw StartError("\(keyID) is the key that signs; make and activate the next one first")
                case .expired: return KeysCommands.write([key])
                case .next: break
                case .verifyOnly:
                    guard purpose != .certificate || force else {
                        throw StartError(
                            "\(keyID) verifies certificates of wallets, which would have to register again; --force retires it")
                    }
                }
                try await keys.record(.retireKey(purpose, keyID: keyID))
                KeysCommands.write([try await hsm.retireKey(keyID, for: purpose)])
            }
        }
    }

    private static func write(_ publication: KeyPublication) {
        publication.facts.forEach(Terminal.write)
        publication.obstacles.forEach { Terminal.write("not safe: \($0)") }
        if publication.isSafe { Terminal.write("safe: phones that were on since the publication accept what the next key signs") }
    }
}

extension SigningPurpose {
    /// Default number of days for which a former key still verifies. Wallets keep their certificates permanently, results are used
    /// immediately, and servers may keep the former attestation key's certificate for a while.
    fileprivate var usualVerifyDays: Int {
        switch self {
        case .certificate: 36_525
        case .result: 1
        case .attestation: 365
        }
    }
}
